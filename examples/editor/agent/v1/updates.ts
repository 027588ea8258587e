import type {
  ContentBlock,
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import type { Act, CallContent, CallFields } from "../act.js";

/** Says acts in version 1. The output of a command grows by being sent again as a whole. */
export function createWriterV1(): (act: Act) => SessionUpdate[] {
  const outputs = new Map<string, string>();
  return (act) => {
    if (act.type === "exit") outputs.delete(act.terminalId);
    if (act.type !== "output") return updatesFor(act);
    const { toolCallId, terminalId, text } = act;
    const output = (outputs.get(terminalId) ?? "") + text;
    outputs.set(terminalId, output);
    const content = [contentOf({ type: "text", text: output })];
    return [{ sessionUpdate: "tool_call_update", toolCallId, content }];
  };
}

function updatesFor(act: Exclude<Act, { type: "output" }>): SessionUpdate[] {
  switch (act.type) {
    case "prompt": {
      const { messageId } = act;
      const blocks = act.content as readonly ContentBlock[];
      return blocks.map((content) => ({ sessionUpdate: "user_message_chunk", messageId, content }));
    }
    case "message":
    case "thought": {
      const { messageId, text } = act;
      const sessionUpdate = act.type === "message" ? "agent_message_chunk" : "agent_thought_chunk";
      return [{ sessionUpdate, messageId, content: { type: "text", text } }];
    }
    case "call": {
      const { type: _, isNew, ...call } = act;
      const sessionUpdate = isNew ? "tool_call" : "tool_call_update";
      return [{ sessionUpdate, ...callOf(call.toolCallId, call) } as SessionUpdate];
    }
    case "plan":
      return [{ sessionUpdate: "plan", entries: act.entries as PlanEntry[] }];
    case "title":
      return [{ sessionUpdate: "session_info_update", title: act.title, updatedAt: act.updatedAt }];
    case "usage":
      return [{ sessionUpdate: "usage_update", used: act.used, size: act.size }];
    case "terminal":
    case "exit":
      return [];
  }
}

/** Version 1 knows no cancelled call. */
export function callOf(
  toolCallId: string,
  { status, content, locations, ...fields }: CallFields,
): ToolCallUpdate {
  return {
    toolCallId,
    ...fields,
    ...(status && { status: status === "cancelled" ? "failed" : status }),
    ...(content && { content: content.map(contentOf) }),
    ...(locations && { locations: [...locations] }),
  };
}

function contentOf(item: CallContent): ToolCallContent {
  return item.type === "text" ? { type: "content", content: { ...item } } : { ...item };
}
