import type { AcpState, TimelineItem } from "../state/state.js";
import { NOTHING } from "./list.js";

/** A line of the conversation, and below a subagent the lines of its own. */
export interface NestedTimelineItem extends TimelineItem {
  /** The session in whose tables the item stands. */
  readonly sessionId: string;
  /** Of a subagent: what its session shows. */
  readonly children?: readonly NestedTimelineItem[];
}

interface Built {
  readonly inner: readonly (readonly NestedTimelineItem[])[];
  readonly items: readonly NestedTimelineItem[];
}

const built = new WeakMap<readonly TimelineItem[], Built>();

/**
 * What the conversation shows in first-seen order, with the messages and tool calls of subagents
 * below the subagents. The same list until an item comes or goes somewhere in it.
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

/** `above` ends the search where sessions name each other. */
function nest(
  state: AcpState,
  sessionId: string,
  above: readonly string[],
): readonly NestedTimelineItem[] {
  const timeline = state.sessions.get(sessionId)?.timeline ?? NOTHING;
  if (timeline.length === 0 || above.includes(sessionId)) return NOTHING;
  const path = [...above, sessionId];
  const inner = timeline.map((item) =>
    item.type === "subagent" ? nest(state, item.id, path) : NOTHING,
  );
  const known = built.get(timeline);
  if (known?.inner.every((children, index) => children === inner[index])) return known.items;
  const items = timeline.map((item, index): NestedTimelineItem => {
    const placed = { ...item, sessionId };
    return item.type === "subagent" ? { ...placed, children: inner[index] ?? NOTHING } : placed;
  });
  built.set(timeline, { inner, items });
  return items;
}
