import type {
  ContentBlock,
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk/experimental/v2/unstable";
import type { AgentEvent, ToolCallContentItem, ToolCallFields } from "../events.js";
import { toDiff } from "./toDiff.js";

/** Translates an event into version 2 updates. */
export function toUpdatesV2(event: AgentEvent): SessionUpdate[] {
  switch (event.type) {
    case "prompt": {
      const content = [...event.content] as ContentBlock[];
      return [{ sessionUpdate: "user_message", messageId: event.messageId, content }];
    }
    case "message":
    case "thought": {
      const { messageId, text } = event;
      const chunk = { messageId, content: { type: "text" as const, text } };
      if (event.type === "thought") return [{ sessionUpdate: "agent_thought_chunk", ...chunk }];
      return [{ sessionUpdate: "agent_message_chunk", ...chunk }];
    }
    case "call": {
      const { type: _type, isNew: _isNew, ...call } = event;
      return [{ sessionUpdate: "tool_call_update", ...toToolCallV2(call.toolCallId, call) }];
    }
    case "terminal": {
      const { toolCallId, terminalId, command, cwd } = event;
      const content: ToolCallContent[] = [{ type: "terminal", terminalId }];
      return [
        { sessionUpdate: "terminal_update", terminalId, command, cwd },
        { sessionUpdate: "tool_call_update", toolCallId, content },
      ];
    }
    case "output": {
      const data = encodeBase64(event.text);
      return [{ sessionUpdate: "terminal_output_chunk", terminalId: event.terminalId, data }];
    }
    case "exit": {
      const { terminalId, exitCode, signal } = event;
      const exitStatus = { exitCode, signal };
      return [{ sessionUpdate: "terminal_update", terminalId, exitStatus }];
    }
    case "plan": {
      const entries = [...event.entries] as PlanEntry[];
      return [{ sessionUpdate: "plan_update", plan: { type: "items", planId: "main", entries } }];
    }
    case "title":
      return [
        { sessionUpdate: "session_info_update", title: event.title, updatedAt: event.updatedAt },
      ];
    case "usage":
      return [{ sessionUpdate: "usage_update", used: event.used, size: event.size }];
    case "update":
      return event.protocolVersion === 2 ? [event.update as SessionUpdate] : [];
    case "archived":
      return [];
  }
}

/** Encodes a text as UTF-8 in base64. */
function encodeBase64(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

export function toToolCallV2(
  toolCallId: string,
  { content, locations, ...fields }: ToolCallFields,
): ToolCallUpdate {
  return {
    toolCallId,
    ...fields,
    ...(content && { content: content.map(toContentV2) }),
    ...(locations && { locations: [...locations] }),
  };
}

function toContentV2(item: ToolCallContentItem): ToolCallContent {
  if (item.type === "diff") return { type: "diff", ...toDiff(item) };
  return { type: "content", content: { ...item } };
}
