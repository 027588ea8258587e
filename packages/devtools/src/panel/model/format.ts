/** Formats a duration or a time since the first log entry. */
export function formatTime(ms: number): string {
  const seconds = ms / 1000;
  if (Math.abs(seconds) < 60) return `${seconds.toFixed(3)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, "0")}`;
}

/** Formats processing time, which is usually far below a second. */
export function formatProcessingTime(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${Math.round(ms * 1000)} µs`;
}

export function formatSize(characters: number): string {
  if (characters < 1000) return `${characters}`;
  if (characters < 1_000_000) return `${(characters / 1000).toFixed(1)} k`;
  return `${(characters / 1_000_000).toFixed(1)} M`;
}

/** Returns a count with its noun, in the plural unless the count is 1. */
export function formatCount(count: number, noun: string): string {
  const word = count === 1 ? noun : `${noun.replace(/y$/, "ie")}s`;
  return `${count.toLocaleString("en")} ${word}`;
}

/** Returns the end of a long id, which is the part that differs between ids. */
export function shortId(id: string): string {
  return id.length > 14 ? `…${id.slice(-10)}` : id;
}

export function capitalize(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
