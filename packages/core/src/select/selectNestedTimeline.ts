import type { AcpState, TimelineItem } from "../state/state.js";
import { EMPTY_LIST } from "./list.js";

/** An item of the conversation. A subagent has the items of its session as `children`. */
export type NestedTimelineItem = TimelineItem & NestedItemFields;

interface NestedItemFields {
  /** The session whose tables hold the entity. */
  readonly sessionId: string;
  /** The items of the subagent's session, for items of type `subagent`. */
  readonly children?: readonly NestedTimelineItem[];
}

interface CachedTimeline {
  readonly children: readonly (readonly NestedTimelineItem[])[];
  readonly items: readonly NestedTimelineItem[];
}

const cachedTimelines = new WeakMap<readonly TimelineItem[], CachedTimeline>();

/**
 * Returns the items of the conversation in the order in which they appeared, with the items of each subagent's
 * session as its `children`. The list keeps its reference until an item is added or removed in one
 * of these sessions.
 *
 * @example
 * ```ts
 * for (const item of selectNestedTimeline(store.getState(), "s1")) {
 *   show(item, item.children ?? []);
 * }
 * ```
 */
export function selectNestedTimeline(
  state: AcpState,
  sessionId: string,
): readonly NestedTimelineItem[] {
  return nest(state, sessionId, []);
}

/** `ancestors` stops the recursion if sessions name each other as subagents. */
function nest(
  state: AcpState,
  sessionId: string,
  ancestors: readonly string[],
): readonly NestedTimelineItem[] {
  const timeline = state.sessions.get(sessionId)?.timeline ?? EMPTY_LIST;
  if (timeline.length === 0 || ancestors.includes(sessionId)) return EMPTY_LIST;
  const path = [...ancestors, sessionId];
  const children = timeline.map((item) =>
    item.type === "subagent" ? nest(state, item.id, path) : EMPTY_LIST,
  );
  const known = cachedTimelines.get(timeline);
  if (known?.children.every((items, index) => items === children[index])) return known.items;
  const items = timeline.map((item, index): NestedTimelineItem => {
    const own = { ...item, sessionId };
    return item.type === "subagent" ? { ...own, children: children[index] ?? EMPTY_LIST } : own;
  });
  cachedTimelines.set(timeline, { children, items });
  return items;
}
