const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Formats a duration, or a time since the first log entry, in ms: `4.012 s`, `1:53.812`, `1:02:03.456`. */
export function formatTime(ms: number): string {
  const rounded = Math.round(ms);
  if (Math.abs(rounded) < MINUTE_MS) return `${(rounded / 1000).toFixed(3)} s`;
  const hours = Math.floor(rounded / HOUR_MS);
  const minutes = Math.floor((rounded % HOUR_MS) / MINUTE_MS);
  const seconds = ((rounded % MINUTE_MS) / 1000).toFixed(3).padStart(6, "0");
  return hours === 0
    ? `${minutes}:${seconds}`
    : `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

/** Formats a duration that is still growing, without fractions: `42 s`, `3 min 5 s`, `1 h 2 min`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats the time between two messages: `+12 ms`, `+4.012 s`, `+1:53.812`. */
export function formatDelta(ms: number): string {
  return Math.abs(ms) < 1000 ? `+${Math.round(ms)} ms` : `+${formatTime(ms)}`;
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
