import type { Session, TimelineItem } from "@acp-store/core";

/** A tool call and its permission requests. */
export interface ToolCallItem {
  /** The id of the tool call. */
  readonly toolCallId: string;
  /** The ids of its permission requests, oldest first. */
  readonly permissionIds: readonly string[];
}

/** One row of the conversation. */
export type ConversationBlock =
  | {
      readonly type: "message";
      readonly key: string;
      readonly id: string;
      readonly run: number;
      /** The time of the timeline item after the message, in ms since the epoch. */
      readonly nextAt?: number;
    }
  | { readonly type: "tool_calls"; readonly key: string; readonly calls: readonly ToolCallItem[] }
  | { readonly type: "permission"; readonly key: string; readonly id: string }
  /** The place of a plan that is older than all turns. */
  | { readonly type: "plan"; readonly key: string }
  | { readonly type: "subagent"; readonly key: string; readonly sessionId: string }
  | { readonly type: "histories_differ"; readonly key: string; readonly id: string }
  | { readonly type: "turn_end"; readonly key: string; readonly turnId: string };

/** Returns the key of the row of a run of a message. */
export function messageRowKey(id: string, run: number): string {
  return run === 0 ? id : `${id} run:${run}`;
}

interface OpenToolCallItem extends ToolCallItem {
  readonly permissionIds: string[];
}

/**
 * Groups the timeline into rows: consecutive tool calls form one row, permission requests join
 * their tool call, and the end of each turn precedes the next prompt. The result depends only on
 * the items and turns, so it is recomputed only when one of them is added.
 */
export function groupTimeline(
  timeline: readonly TimelineItem[],
  session: Session | undefined,
): readonly ConversationBlock[] {
  if (session === undefined) return [];
  const blocks: ConversationBlock[] = [];
  const calls = new Map<string, OpenToolCallItem>();
  const ends = createTurnEndIterator(session);
  const [firstTurn] = session.turns.values();
  const addEarlierPlan = (): void => {
    if (session.plans.size > 0 && blocks.length > 0) blocks.push({ type: "plan", key: "plan" });
  };

  for (const [index, item] of timeline.entries()) {
    const { type, id } = item;
    if (type === "message") {
      const { run } = item;
      if (run === 0 && id === firstTurn?.promptId) addEarlierPlan();
      const nextAt = getCreationTime(timeline[index + 1], session);
      const key = messageRowKey(id, run);
      blocks.push(...ends.before(id), {
        type,
        key,
        id,
        run,
        ...(nextAt !== undefined && { nextAt }),
      });
    } else if (type === "tool_call") {
      const call: OpenToolCallItem = { toolCallId: id, permissionIds: [] };
      calls.set(id, call);
      const last = blocks.at(-1);
      if (last?.type === "tool_calls") (last.calls as ToolCallItem[]).push(call);
      else blocks.push({ type: "tool_calls", key: `call:${id}`, calls: [call] });
    } else if (type === "permission") {
      const call = calls.get(session.permissions.get(id)?.toolCallId ?? "");
      if (call === undefined) blocks.push({ type: "permission", key: `permission:${id}`, id });
      else call.permissionIds.push(id);
    } else if (type === "subagent") {
      blocks.push({ type: "subagent", key: `subagent:${id}`, sessionId: id });
    } else if (type === "application_row" && isHistoriesDiffer(session, id)) {
      blocks.push(...ends.ofStarted(), { type: "histories_differ", key: `row:${id}`, id });
    }
  }
  if (firstTurn === undefined) addEarlierPlan();
  return [...blocks, ...ends.rest()];
}

/** Returns whether the store added a row, because the agent has another history of the session. */
function isHistoriesDiffer({ applicationRows }: Session, rowId: string): boolean {
  const data = applicationRows.get(rowId)?.data;
  return typeof data === "object" && data !== null && "type" in data
    ? data["type"] === "histories_differ"
    : false;
}

/** Returns the time of an item that has one and that starts with its entity. */
function getCreationTime(item: TimelineItem | undefined, session: Session): number | undefined {
  if (item?.type === "tool_call") return session.toolCalls.get(item.id)?.createdAt;
  if (item?.type === "permission") return session.permissions.get(item.id)?.requestedAt;
  if (item?.type !== "message" || item.run > 0) return undefined;
  return session.messages.get(item.id)?.createdAt;
}

interface TurnEndIterator {
  /** Returns the remaining ends of the turns before the one that this message started. */
  before(messageKey: string): ConversationBlock[];
  /** Returns the remaining ends of the turns whose prompts were passed. */
  ofStarted(): ConversationBlock[];
  /** Returns all remaining ends. */
  rest(): ConversationBlock[];
}

function createTurnEndIterator(session: Session): TurnEndIterator {
  const turns = [...session.turns.values()];
  const byPrompt = new Map(turns.map(({ promptId }, index) => [promptId, index]));
  let position = 0;
  let started = 0;
  const advanceTo = (end: number): ConversationBlock[] => {
    const passed = turns.slice(position, Math.max(position, end));
    position = Math.max(position, end);
    return passed.map(({ turnId }) => ({ type: "turn_end", key: `end:${turnId}`, turnId }));
  };
  return {
    // Most messages do not start a turn, so there is nothing to return.
    before: (messageKey) => {
      const index = byPrompt.get(messageKey);
      if (index !== undefined) started = Math.max(started, index + 1);
      const message = index === undefined ? session.messages.get(messageKey) : undefined;
      // A replay adds prompts without turns.
      const isOutsideTurns = message?.role === "user" && message.turnId === undefined;
      return advanceTo(isOutsideTurns ? started : (index ?? 0));
    },
    ofStarted: () => advanceTo(started),
    rest: () => advanceTo(turns.length),
  };
}
