import type {
  ContentBlock,
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent, ToolCallContentItem, ToolCallFields } from "../events.js";

/**
 * Creates a function that translates events into version 1 updates. Version 1 cannot append to the
 * output of a command, so each output event sends the complete output.
 */
export function createUpdateTranslatorV1(): (event: AgentEvent) => SessionUpdate[] {
  const outputs = new Map<string, string>();
  return (event) => {
    if (event.type === "exit") outputs.delete(event.terminalId);
    if (event.type !== "output") return toUpdatesV1(event);
    const { toolCallId, terminalId, text } = event;
    const output = (outputs.get(terminalId) ?? "") + text;
    outputs.set(terminalId, output);
    const content = [toContentV1({ type: "text", text: output })];
    return [{ sessionUpdate: "tool_call_update", toolCallId, content }];
  };
}

function toUpdatesV1(event: Exclude<AgentEvent, { type: "output" }>): SessionUpdate[] {
  switch (event.type) {
    case "prompt": {
      const { messageId } = event;
      const blocks = event.content as readonly ContentBlock[];
      return blocks.map((content) => ({ sessionUpdate: "user_message_chunk", messageId, content }));
    }
    case "message":
    case "thought": {
      const { messageId, text } = event;
      const sessionUpdate =
        event.type === "message" ? "agent_message_chunk" : "agent_thought_chunk";
      return [{ sessionUpdate, messageId, content: { type: "text", text } }];
    }
    case "call": {
      const { type: _, isNew, ...call } = event;
      const sessionUpdate = isNew ? "tool_call" : "tool_call_update";
      return [{ sessionUpdate, ...toToolCallV1(call.toolCallId, call) } as SessionUpdate];
    }
    case "plan":
      return [{ sessionUpdate: "plan", entries: event.entries as PlanEntry[] }];
    case "title":
      return [
        { sessionUpdate: "session_info_update", title: event.title, updatedAt: event.updatedAt },
      ];
    case "usage":
      return [{ sessionUpdate: "usage_update", used: event.used, size: event.size }];
    case "update":
      return event.protocolVersion === 1 ? [event.update as SessionUpdate] : [];
    case "terminal":
    case "exit":
    case "archived":
      return [];
  }
}

/** Translates a tool call. Version 1 has no `cancelled` status, so a cancelled call has failed. */
export function toToolCallV1(
  toolCallId: string,
  { status, content, locations, ...fields }: ToolCallFields,
): ToolCallUpdate {
  return {
    toolCallId,
    ...fields,
    ...(status && { status: status === "cancelled" ? "failed" : status }),
    ...(content && { content: content.map(toContentV1) }),
    ...(locations && { locations: [...locations] }),
  };
}

function toContentV1(item: ToolCallContentItem): ToolCallContent {
  return item.type === "text" ? { type: "content", content: { ...item } } : { ...item };
}
