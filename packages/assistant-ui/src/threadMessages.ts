import {
  type AcpState,
  selectMessageRun,
  type TableName,
  type TimelineItem,
  type Turn,
} from "@acp-store/core";
import {
  type ChatMessage,
  createChatSelector,
  isChatMessageRunning,
  isTerminalInToolCall,
  type ReadForChat,
  selectChatTime,
  selectChatTurn,
} from "@acp-store/core/reads";
import type {
  MessageStatus,
  ThreadAssistantMessagePart,
  ThreadMessage,
  ThreadUserMessagePart,
} from "@assistant-ui/react";
import { type ThreadPart, toContentPart } from "./contentParts.js";
import { toPermissionPart, toSubagentPart, toToolCallPart } from "./toolParts.js";

type SelectThread = (state: AcpState, sessionId: string) => readonly ThreadMessage[];

/** The threads of subagents are inside a part, and assistant-ui shows them in a read-only thread. */
const selectSubagentThread: SelectThread = /* @__PURE__ */ createThreadSelector(true);
const selectThread: SelectThread = /* @__PURE__ */ createThreadSelector(false);

/**
 * Converts the conversation of a session to messages of assistant-ui. The conversion is incremental:
 * messages and parts keep their reference until something in them changes.
 *
 * @example
 * ```ts
 * const messages = toThreadMessages(store.getState(), "s1");
 * console.log(messages.at(-1)?.status?.type); // "running"
 * ```
 */
export function toThreadMessages(state: AcpState, sessionId: string): readonly ThreadMessage[] {
  return selectThread(state, sessionId);
}

function createThreadSelector(isReadonly: boolean): SelectThread {
  return createChatSelector<ThreadPart, ThreadMessage>({
    convertItem: (item, { sessionId }, read) => toParts(item, sessionId, isReadonly, read),
    convertMessage: (message, parts, read) =>
      message.role === "user"
        ? toUserMessage(message, parts, read)
        : toAssistantMessage(message, parts, read),
  });
}

function toParts(
  item: TimelineItem,
  sessionId: string,
  isReadonly: boolean,
  read: ReadForChat,
): readonly ThreadPart[] {
  const { id } = item;
  switch (item.type) {
    case "message": {
      const role = read((state) => state.sessions.get(sessionId)?.messages.get(id)?.role);
      const blocks = read((state) => selectMessageRun(state, sessionId, id, item.run));
      if (role === undefined) return [];
      return blocks.flatMap((block) => toContentPart(block, role) ?? []);
    }
    case "tool_call":
      return listOf(toToolCallPart(sessionId, id, isReadonly, read));
    case "subagent":
      return listOf(toSubagentPart(sessionId, id, isReadonly, read, selectSubagentThread));
    case "permission":
      return listOf(toPermissionPart(sessionId, id, isReadonly, read));
    case "terminal":
      return read((state) => isTerminalInToolCall(state, sessionId, id))
        ? []
        : toDataPart("terminal", "terminals", id);
    case "plan":
      return toDataPart("plan", "plans", id);
    case "compaction":
      return toDataPart("compaction", "compactions", id);
    case "session_message":
      return toDataPart("session-message", "sessionMessages", id);
    case "application_row":
      return toDataPart("application-row", "applicationRows", id);
    default:
      return [];
  }

  function toDataPart(name: string, table: TableName, key: string): readonly ThreadPart[] {
    const data = read((state) => state.sessions.get(sessionId)?.[table].get(key));
    return data === undefined ? [] : [{ type: "data", name, data }];
  }
}

function listOf(part: ThreadPart | undefined): readonly ThreadPart[] {
  return part === undefined ? [] : [part];
}

function toUserMessage(
  message: ChatMessage,
  parts: readonly ThreadPart[],
  read: ReadForChat,
): ThreadMessage {
  return {
    ...commonFields(message, read),
    role: "user",
    content: parts.filter(isUserPart),
    attachments: [],
    metadata: { custom: { sessionId: message.sessionId } },
  };
}

function toAssistantMessage(
  message: ChatMessage,
  parts: readonly ThreadPart[],
  read: ReadForChat,
): ThreadMessage {
  const turn = read((state) => selectChatTurn(state, message));
  const { usage } = turn ?? {};
  return {
    ...commonFields(message, read),
    role: "assistant",
    content: parts.filter(isAssistantPart),
    status:
      read((state) => isChatMessageRunning(state, message)) || parts.some(isWaiting)
        ? runningStatus(parts)
        : finalStatus(turn),
    metadata: {
      unstable_state: null,
      unstable_annotations: [],
      unstable_data: [],
      steps: usage === undefined ? [] : [{ usage }],
      custom: { sessionId: message.sessionId, ...(turn !== undefined && { turnId: turn.turnId }) },
    },
  };
}

function commonFields(
  message: ChatMessage,
  read: ReadForChat,
): Pick<ThreadMessage, "createdAt" | "id"> {
  return {
    id: message.id,
    createdAt: new Date(read((state) => selectChatTime(state, message)) ?? 0),
  };
}

function isUserPart(part: ThreadPart): part is ThreadUserMessagePart {
  return ["text", "image", "file", "data"].includes(part.type);
}

function isAssistantPart(part: ThreadPart): part is ThreadAssistantMessagePart {
  return part.type !== "audio";
}

/** Returns whether a part has a permission request that the user has not answered. */
function isWaiting(part: ThreadPart): boolean {
  return (
    part.type === "tool-call" &&
    part.approval !== undefined &&
    part.approval.approved === undefined &&
    part.approval.resolution === undefined
  );
}

function runningStatus(parts: readonly ThreadPart[]): MessageStatus {
  return parts.some(isWaiting)
    ? { type: "requires-action", reason: "interrupt" }
    : { type: "running" };
}

function finalStatus(turn: Turn | undefined): MessageStatus {
  if (turn?.status === "failed")
    return {
      type: "incomplete",
      reason: "error",
      error: turn.error?.message ?? "The turn failed.",
    };
  if (turn?.status === "interrupted") return { type: "incomplete", reason: "other" };
  switch (turn?.stopReason) {
    case undefined:
      return { type: "complete", reason: "unknown" };
    case "cancelled":
      return { type: "incomplete", reason: "cancelled" };
    case "max_tokens":
    case "max_turn_requests":
      return { type: "incomplete", reason: "length" };
    case "refusal":
      return { type: "incomplete", reason: "content-filter" };
    default:
      return { type: "complete", reason: "stop" };
  }
}
