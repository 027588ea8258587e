/** Formats a number in short form: 950, 5k, 12.3k, 1.2M. */
export function formatShortNumber(value: number): string {
  if (value < 1000) return String(value);
  const [amount, unit] = value < 999_950 ? [value / 1000, "k"] : [value / 1_000_000, "M"];
  return `${amount.toFixed(amount < 100 ? 1 : 0).replace(/\.0$/, "")}${unit}`;
}

/**
 * Formats a duration in ms, rounded down like a running clock: less than 1 s, 12 s, 3 min 5 s,
 * 1 h 2 min.
 */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 1) return "less than 1 s";
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinUnits(minutes, "min", seconds % 60, "s");
  return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function joinUnits(amount: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${amount} ${unit}` : `${amount} ${unit} ${rest} ${restUnit}`;
}

/** Returns the count with the singular or plural noun: 1 file, 2 files. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats a timestamp: the time if it is today, otherwise the date. */
export function formatTimestamp(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString(undefined, { day: "numeric", month: "short" });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats how long ago a time was, in short form: now, 5 min, 3 h, 2 d, or the date. */
export function formatAge(time: number, now: number): string {
  const age = now - time;
  if (age < MINUTE_MS) return "now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)} d`;
  return new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
}
