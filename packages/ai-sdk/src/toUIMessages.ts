import { type AcpState, selectMessageRun, type TimelineItem } from "@acp-store/core";
import {
  type ChatMessage,
  createChatSelector,
  isChatMessageRunning,
  isTerminalInToolCall,
  type ReadForChat,
  selectChatTime,
  selectChatTurn,
  type StateRead,
} from "@acp-store/core/reads";
import { toContentPart } from "./contentParts.js";
import { toPermissionPart, toToolPart } from "./toolParts.js";
import type { AcpUIMessage, AcpUIMessagePart } from "./uiMessage.js";

const selectUIMessages: (state: AcpState, sessionId: string) => readonly AcpUIMessage[] =
  /* @__PURE__ */ createChatSelector<AcpUIMessagePart, AcpUIMessage>({
    convertItem: (item, { sessionId }, read) => toParts(item, sessionId, read),
    convertMessage: toMessage,
  });

/**
 * Converts the conversation of a session to UI messages of the AI SDK. The conversion is incremental:
 * messages and parts keep their reference until something in them changes. Do not change them.
 *
 * @example
 * ```ts
 * for (const { role, parts } of toUIMessages(store.getState(), "s1")) console.log(role, parts.length);
 * ```
 */
export function toUIMessages(state: AcpState, sessionId: string): readonly AcpUIMessage[] {
  return selectUIMessages(state, sessionId);
}

/**
 * Returns a read of the UI messages of a session, for `createReadSource` of `@acp-store/core/reads`
 * and the bindings of frameworks.
 *
 * @example
 * ```ts
 * const messages = createReadSource(store, uiMessagesRead("s1"));
 * const stop = messages.subscribe(() => console.log(messages.get().at(-1)?.parts));
 * ```
 */
export function uiMessagesRead(sessionId: string): StateRead<readonly AcpUIMessage[]> {
  return {
    // The conversations of subagents are parts of messages.
    targets: [{ type: "sessions" }],
    read: (state) => toUIMessages(state, sessionId),
  };
}

function toParts(
  item: TimelineItem,
  sessionId: string,
  read: ReadForChat,
): readonly AcpUIMessagePart[] {
  const { id } = item;
  switch (item.type) {
    case "message": {
      const role = read((state) => state.sessions.get(sessionId)?.messages.get(id)?.role);
      const blocks = read((state) => selectMessageRun(state, sessionId, id, item.run));
      return role === undefined ? [] : blocks.map((block) => toContentPart(block, role));
    }
    case "tool_call":
      return listOf(toToolPart(sessionId, id, read));
    case "permission":
      return listOf(toPermissionPart(sessionId, id, read));
    case "subagent": {
      const subagent = read((state) => state.sessions.get(sessionId)?.subagents.get(id));
      const messages = read((state) => toUIMessages(state, id));
      return subagent === undefined
        ? []
        : [{ type: "data-subagent", id, data: { subagent, messages } }];
    }
    case "terminal": {
      const isShown = read((state) => isTerminalInToolCall(state, sessionId, id));
      const data = read((state) => state.sessions.get(sessionId)?.terminals.get(id));
      return isShown || data === undefined ? [] : [{ type: "data-terminal", id, data }];
    }
    case "plan": {
      const data = read((state) => state.sessions.get(sessionId)?.plans.get(id));
      return data === undefined ? [] : [{ type: "data-plan", id, data }];
    }
    case "compaction": {
      const data = read((state) => state.sessions.get(sessionId)?.compactions.get(id));
      return data === undefined ? [] : [{ type: "data-compaction", id, data }];
    }
    case "session_message": {
      const data = read((state) => state.sessions.get(sessionId)?.sessionMessages.get(id));
      return data === undefined ? [] : [{ type: "data-session-message", id, data }];
    }
    case "application_row": {
      const data = read((state) => state.sessions.get(sessionId)?.applicationRows.get(id));
      return data === undefined ? [] : [{ type: "data-application-row", id, data }];
    }
    default:
      return [];
  }
}

function listOf(part: AcpUIMessagePart | undefined): readonly AcpUIMessagePart[] {
  return part === undefined ? [] : [part];
}

function toMessage(
  message: ChatMessage,
  parts: readonly AcpUIMessagePart[],
  read: ReadForChat,
): AcpUIMessage {
  const { id, role, sessionId } = message;
  const createdAt = read((state) => selectChatTime(state, message));
  const common = { sessionId, ...(createdAt !== undefined && { createdAt }) };
  if (role === "user") {
    // The AI SDK accepts no user message without parts.
    const content = parts.length > 0 ? [...parts] : [EMPTY_TEXT];
    return { id, role, metadata: common, parts: content };
  }
  const turn = read((state) => selectChatTurn(state, message));
  const isRunning = read((state) => isChatMessageRunning(state, message));
  const { turnId, stopReason, error, usage } = turn ?? {};
  return {
    id,
    role,
    metadata: {
      ...common,
      ...(turnId !== undefined && { turnId }),
      ...(stopReason !== undefined && { stopReason }),
      ...(error !== undefined && { error }),
      ...(usage !== undefined && { usage }),
    },
    parts: isRunning ? withStreamingEnd(parts) : [...parts],
  };
}

const EMPTY_TEXT: AcpUIMessagePart = { type: "text", text: "" };

/** Marks the last part of a running message, if it is text that the agent may continue. */
function withStreamingEnd(parts: readonly AcpUIMessagePart[]): AcpUIMessagePart[] {
  const last = parts.at(-1);
  return last?.type === "text" || last?.type === "reasoning"
    ? [...parts.slice(0, -1), { ...last, state: "streaming" }]
    : [...parts];
}
