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

/** Formats the age of something in its largest unit: `5 s`, `3 min`, `2 h`, `4 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** Formats a time in ms since the epoch as the time of day: `18:04:59`. */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}

/** Formats a number of characters per second. */
export function formatRate(perSecond: number): string {
  return formatSize(Math.round(perSecond));
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

/** Returns the name of a lane: the end of its session id, or `root`. */
export function laneName(sessionId: string | undefined): string {
  return sessionId === undefined ? "root" : shortId(sessionId);
}

/** Returns the end of a long id, which is the part that differs between ids. */
export function shortId(id: string): string {
  return id.length > 14 ? `…${id.slice(-10)}` : id;
}

export function capitalize(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
