import type { PlanEntry, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";

/** Returns the final state of each tool call, in the order they were announced. */
export function collectToolCalls(updates: readonly SessionUpdate[]): ToolCallUpdate[] {
  const calls = new Map<string, ToolCallUpdate>();
  for (const update of updates) {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update")
      continue;
    calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...update });
  }
  return [...calls.values()];
}

/** Returns the tool calls, each as `kind status`. */
export const outcomes = (updates: readonly SessionUpdate[]): string[] =>
  collectToolCalls(updates).map(({ kind, status }) => `${kind} ${status}`);

export const collectPlans = (updates: readonly SessionUpdate[]): PlanEntry[][] =>
  updates.flatMap((update) => (update.sessionUpdate === "plan" ? [update.entries] : []));

/** Returns the concatenated text of one kind of message. */
export const collectMessageText = (
  updates: readonly SessionUpdate[],
  kind: "agent_message_chunk" | "agent_thought_chunk" = "agent_message_chunk",
): string =>
  updates
    .map((update) =>
      update.sessionUpdate === kind && update.content.type === "text" ? update.content.text : "",
    )
    .join("");

export const isCommandOutput = (update: SessionUpdate): boolean =>
  update.sessionUpdate === "tool_call_update" && JSON.stringify(update).includes("tick");
