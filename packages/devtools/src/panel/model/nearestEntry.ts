import type { History } from "../../history/types.js";
import { positionOf, type Scale } from "./lanes.js";

/** The last entry that is not after a position of the timeline. */
export function nearestEntry(history: History, scale: Scale, position: number): number {
  const { first, end } = history.getSnapshot();
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = history.entry(middle);
    if (entry !== undefined && positionOf(entry, scale) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
