/** Formats a number in short form: 950, 5k, 12.3k, 1.2M. */
export function formatShortNumber(value: number): string {
  if (value < 1000) return String(value);
  const [amount, unit] = value < 999_950 ? [value / 1000, "k"] : [value / 1_000_000, "M"];
  return `${amount.toFixed(amount < 100 ? 1 : 0).replace(/\.0$/, "")}${unit}`;
}

/** Formats a duration: 0.4 s, 12 s, 3 min 5 s. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1).replace(/\.0$/, "")} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const total = Math.round(seconds);
  return `${Math.floor(total / 60)} min ${total % 60} s`;
}

/** Returns the count with the singular or plural noun: 1 file, 2 files. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats a timestamp: the time if it is today, otherwise the date. */
export function formatTimestamp(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString(undefined, { day: "numeric", month: "short" });
}
