import type { History } from "../../history/types.js";
import type { Place, Tracks } from "./tracks.js";

/** Where in a log a state belongs: the entry after which it is the state, and its time. */
export interface Moment extends Place {
  readonly tracks: Tracks;
  /** The log ends there: nothing comes any more. */
  readonly isEnd: boolean;
}

export function momentAt(history: History, tracks: Tracks, index: number): Moment {
  const { end, isDetached } = history.getSnapshot();
  const at = history.entry(index)?.at ?? 0;
  return { tracks, index, at, isEnd: isDetached && index >= end - 1 };
}

/** The last of some places that is not after a moment. */
export function lastBefore<Item extends { readonly index: number }>(
  items: readonly Item[] | undefined,
  moment: Moment,
): Item | undefined {
  return items?.findLast(({ index }) => index <= moment.index);
}
