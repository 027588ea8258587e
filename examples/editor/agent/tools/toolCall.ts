import type { ToolCall, ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Turn } from "../turn.js";

/** One tool call the client knows of. */
export interface OpenToolCall {
  readonly toolCallId: string;
  update(fields: Omit<ToolCallUpdate, "toolCallId">): Promise<void>;
  /** Sends the last status, after which nothing more is sent. */
  end(status: "completed" | "failed", fields?: Omit<ToolCallUpdate, "toolCallId">): Promise<void>;
}

/** Announces a tool call. A turn that ends early ends the call as well. */
export async function openToolCall(
  turn: Turn,
  fields: Omit<ToolCall, "toolCallId">,
): Promise<OpenToolCall> {
  const toolCallId = turn.ids.next("call");
  let isOpen = true;

  async function update(change: Omit<ToolCallUpdate, "toolCallId">): Promise<void> {
    if (isOpen) await turn.send({ sessionUpdate: "tool_call_update", toolCallId, ...change });
  }

  async function end(...[status, change]: Parameters<OpenToolCall["end"]>): Promise<void> {
    const last = update({ status, ...change });
    isOpen = false;
    await last;
  }

  turn.cleanups.push(() => end("failed", { rawOutput: { error: "The turn ended early." } }));
  await turn.send({ sessionUpdate: "tool_call", toolCallId, ...fields });
  return { toolCallId, update, end };
}

export const textContent = (text: string): ToolCallContent => ({
  type: "content",
  content: { type: "text", text },
});
