const FIRST_MS = 250;
const MAX_MS = 30_000;

/** Returns the pause before the next attempt to connect, in ms, after a number of failures in a row. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** failures, MAX_MS);
}
