import type { History } from "../../history/types.js";

/** How far back is looked. */
const MOST = 1000;

/** The last entry up to an index that has changed the state, unless it is far back. */
export function lastChange(history: History, index: number): number | undefined {
  for (let at = index; at > index - MOST; at--) {
    const entry = history.entry(at);
    if (entry === undefined) return undefined;
    if (entry.patches.length > 0) return at;
  }
  return undefined;
}
