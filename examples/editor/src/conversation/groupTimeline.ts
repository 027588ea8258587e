import type { Session, TimelineItem } from "@acp-store/core";

/** A tool call, and the permission requests about it. */
export interface ToolCallItem {
  readonly toolCallId: string;
  readonly permissionIds: readonly string[];
}

/** What stands in the conversation, from top to bottom. */
export type ConversationBlock =
  | { readonly type: "message"; readonly key: string; readonly id: string }
  | { readonly type: "tool_calls"; readonly key: string; readonly calls: readonly ToolCallItem[] }
  | { readonly type: "permission"; readonly key: string; readonly id: string }
  | { readonly type: "subagent"; readonly key: string; readonly sessionId: string }
  | { readonly type: "turn_end"; readonly key: string; readonly turnId: string };

interface OpenToolCallItem extends ToolCallItem {
  readonly permissionIds: string[];
}

/**
 * Puts consecutive tool calls together, requests with their calls, and the end of each turn
 * before the prompt of the next. It reads nothing that changes while its items stay the same, so
 * it needs to run for a new timeline only.
 */
export function groupTimeline(
  timeline: readonly TimelineItem[],
  session: Session | undefined,
): readonly ConversationBlock[] {
  if (session === undefined) return [];
  const blocks: ConversationBlock[] = [];
  const calls = new Map<string, OpenToolCallItem>();
  const ends = turnEnds(session);

  for (const { type, id } of timeline) {
    if (type === "message") {
      blocks.push(...ends.before(id), { type: "message", key: id, id });
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
    }
  }
  return [...blocks, ...ends.rest()];
}

interface TurnEnds {
  /** The ends of the turns before the one that this message began, each handed out once. */
  before(messageKey: string): ConversationBlock[];
  rest(): ConversationBlock[];
}

function turnEnds(session: Session): TurnEnds {
  const turns = [...session.turns.values()];
  const byPrompt = new Map(turns.map(({ promptId }, index) => [promptId, index]));
  let shown = 0;
  const take = (count: number): ConversationBlock[] => {
    const taken = turns.slice(shown, Math.max(shown, count));
    shown = Math.max(shown, count);
    return taken.map(({ turnId }) => ({ type: "turn_end", key: `end:${turnId}`, turnId }));
  };
  return {
    // Most messages begin no turn: nothing is taken then.
    before: (messageKey) => take(byPrompt.get(messageKey) ?? 0),
    rest: () => take(turns.length),
  };
}
