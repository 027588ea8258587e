import type { AcpState } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { EMPTY_LIST, startsWith } from "./list.js";

/** An item of the conversation. A subagent has the items of its session as `children`. */
export type NestedTimelineItem = TimelineItem & NestedItemFields;

/** The fields that a nested timeline adds to its items. */
export interface NestedItemFields {
  /** The session whose tables hold the entity. */
  readonly sessionId: string;
  /** The items of the subagent's session, for items of type `subagent`. */
  readonly children?: readonly NestedTimelineItem[];
}

/** The nested items of a timeline. */
interface NestedTimeline {
  readonly timeline: readonly TimelineItem[];
  readonly items: readonly NestedTimelineItem[];
  /** The positions of the subagents. */
  readonly subagents: readonly number[];
}

const EMPTY_NESTED: NestedTimeline = { timeline: EMPTY_LIST, items: EMPTY_LIST, subagents: [] };

/** The newest result of each session, by the first item of its timeline. */
const nestedTimelines = new WeakMap<TimelineItem, NestedTimeline>();

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
  const [first] = timeline;
  if (first === undefined || ancestors.includes(sessionId)) return EMPTY_LIST;
  const { items, subagents } = extendNested(nestedTimelines.get(first), timeline, sessionId);
  const path = [...ancestors, sessionId];
  let nested: NestedTimelineItem[] | undefined;
  for (const position of subagents) {
    const item = items[position] as NestedTimelineItem;
    const children = nest(state, item.id, path);
    if (children === item.children) continue;
    nested ??= [...items];
    nested[position] = { ...item, children };
  }
  const result = nested ?? items;
  nestedTimelines.set(first, { timeline, items: result, subagents });
  return result;
}

/** Returns the items of a timeline. Items that the known timeline starts with are not built again. */
function extendNested(
  known: NestedTimeline | undefined,
  timeline: readonly TimelineItem[],
  sessionId: string,
): NestedTimeline {
  const base = known && startsWith(timeline, known.timeline) ? known : EMPTY_NESTED;
  const start = base.timeline.length;
  if (start === timeline.length) return base;
  const added = timeline.slice(start).map((item): NestedTimelineItem => ({ ...item, sessionId }));
  const subagents = added.flatMap(({ type }, index) => (type === "subagent" ? start + index : []));
  return {
    timeline,
    items: base.items.concat(added),
    subagents: base.subagents.concat(subagents),
  };
}
