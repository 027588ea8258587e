import type { TimelineItem } from "./state.js";

/** Returns whether two timeline items are the same run of a message, or the same entity. */
export function isSameItem(one: TimelineItem, other: TimelineItem): boolean {
  if (one.type !== other.type || one.id !== other.id) return false;
  return one.type !== "message" || other.type !== "message" || one.run === other.run;
}
