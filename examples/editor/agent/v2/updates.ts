import type {
  ContentBlock,
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk/experimental/v2";
import type { Act, CallContent, CallFields } from "../act.js";
import { diffOf } from "./diff.js";

/** Says an act in version 2. */
export function updatesV2(act: Act): SessionUpdate[] {
  switch (act.type) {
    case "prompt": {
      const content = [...act.content] as ContentBlock[];
      return [{ sessionUpdate: "user_message", messageId: act.messageId, content }];
    }
    case "message":
    case "thought": {
      const { messageId, text } = act;
      const chunk = { messageId, content: { type: "text" as const, text } };
      if (act.type === "thought") return [{ sessionUpdate: "agent_thought_chunk", ...chunk }];
      return [{ sessionUpdate: "agent_message_chunk", ...chunk }];
    }
    case "call": {
      const { type: _type, isNew: _isNew, ...call } = act;
      return [{ sessionUpdate: "tool_call_update", ...callOf(call.toolCallId, call) }];
    }
    case "terminal": {
      const { toolCallId, terminalId, command, cwd } = act;
      const content: ToolCallContent[] = [{ type: "terminal", terminalId }];
      return [
        { sessionUpdate: "terminal_update", terminalId, command, cwd },
        { sessionUpdate: "tool_call_update", toolCallId, content },
      ];
    }
    case "output": {
      const data = Buffer.from(act.text).toString("base64");
      return [{ sessionUpdate: "terminal_output_chunk", terminalId: act.terminalId, data }];
    }
    case "exit": {
      const { terminalId, exitCode, signal } = act;
      const exitStatus = { exitCode, signal };
      return [{ sessionUpdate: "terminal_update", terminalId, exitStatus }];
    }
    case "plan": {
      const entries = [...act.entries] as PlanEntry[];
      return [{ sessionUpdate: "plan_update", plan: { type: "items", planId: "main", entries } }];
    }
    case "title":
      return [{ sessionUpdate: "session_info_update", title: act.title, updatedAt: act.updatedAt }];
    case "usage":
      return [{ sessionUpdate: "usage_update", used: act.used, size: act.size }];
  }
}

export function callOf(
  toolCallId: string,
  { content, locations, ...fields }: CallFields,
): ToolCallUpdate {
  return {
    toolCallId,
    ...fields,
    ...(content && { content: content.map(contentOf) }),
    ...(locations && { locations: [...locations] }),
  };
}

function contentOf(item: CallContent): ToolCallContent {
  if (item.type === "diff") return { type: "diff", ...diffOf(item) };
  return { type: "content", content: { ...item } };
}
