import type { Tracks } from "./tracks.js";

/** Where in a log a state belongs. */
export interface Moment {
  readonly tracks: Tracks;
  /** The entry after which it is the state. */
  readonly index: number;
  /** The log ends there: nothing comes any more. */
  readonly isEnd: boolean;
}

/** The last of some places that is not after a moment. */
export function lastBefore<Item extends { readonly index: number }>(
  items: readonly Item[] | undefined,
  moment: Moment,
): Item | undefined {
  return items?.findLast(({ index }) => index <= moment.index);
}
