/** A time of the log as it is shown: seconds since the first entry. */
export function formatTime(ms: number): string {
  const seconds = ms / 1000;
  if (Math.abs(seconds) < 60) return `${seconds.toFixed(3)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, "0")}`;
}

export function formatSize(characters: number): string {
  if (characters < 1000) return `${characters}`;
  if (characters < 1_000_000) return `${(characters / 1000).toFixed(1)} k`;
  return `${(characters / 1_000_000).toFixed(1)} M`;
}

/** How long something took. */
export function formatSpent(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${Math.round(ms * 1000)} µs`;
}

export function numbered(count: number, what: string): string {
  const word = count === 1 ? what : `${what.replace(/y$/, "ie")}s`;
  return `${count.toLocaleString("en")} ${word}`;
}

/** The end of an id, which is what tells ids apart. */
export function shortId(id: string): string {
  return id.length > 14 ? `…${id.slice(-10)}` : id;
}
