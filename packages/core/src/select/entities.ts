import type { CatalogEntry } from "../state/catalog.js";
import type { Message, ToolCall } from "../state/entities.js";
import type { Elicitation, Permission } from "../state/requests.js";
import type {
  ApplicationRow,
  Compaction,
  SessionMessage,
  Subagent,
  Terminal,
} from "../state/sessionParts.js";
import type { AcpState } from "../state/state.js";

// The selectors of one entity by its id. Those of plans and turns, whose id is optional, are in
// `sessions.ts`.

/**
 * Returns one tool call, or `undefined` if there is none with this id.
 *
 * @example
 * ```ts
 * selectToolCall(store.getState(), "s1", "call_1")?.phase; // "running"
 * ```
 */
export function selectToolCall(
  state: AcpState,
  sessionId: string,
  toolCallId: string,
): ToolCall | undefined {
  return state.sessions.get(sessionId)?.toolCalls.get(toolCallId);
}

/**
 * Returns one message by its key in the session's `messages`, which is the `id` of its timeline items.
 *
 * @example
 * ```ts
 * selectMessage(store.getState(), "s1", "agent:m1")?.content;
 * ```
 */
export function selectMessage(state: AcpState, sessionId: string, id: string): Message | undefined {
  return state.sessions.get(sessionId)?.messages.get(id);
}

/**
 * Returns one permission request, pending or settled.
 *
 * @example
 * ```ts
 * selectPermission(store.getState(), "s1", permissionId)?.status; // "selected"
 * ```
 */
export function selectPermission(
  state: AcpState,
  sessionId: string,
  permissionId: string,
): Permission | undefined {
  return state.sessions.get(sessionId)?.permissions.get(permissionId);
}

/**
 * Returns one terminal, or `undefined` if there is none with this id.
 *
 * @example
 * ```ts
 * selectTerminal(store.getState(), "s1", "term_1")?.output;
 * ```
 */
export function selectTerminal(
  state: AcpState,
  sessionId: string,
  terminalId: string,
): Terminal | undefined {
  return state.sessions.get(sessionId)?.terminals.get(terminalId);
}

/**
 * Returns one compaction of the context, or `undefined` if there is none with this id.
 *
 * @example
 * ```ts
 * selectCompaction(store.getState(), "s1", "compaction_1")?.status; // "in_progress"
 * ```
 */
export function selectCompaction(
  state: AcpState,
  sessionId: string,
  compactionId: string,
): Compaction | undefined {
  return state.sessions.get(sessionId)?.compactions.get(compactionId);
}

/**
 * Returns one subagent by the id of its session, or `undefined` if there is none.
 *
 * @example
 * ```ts
 * selectSubagent(store.getState(), "s1", "child_1")?.title;
 * ```
 */
export function selectSubagent(
  state: AcpState,
  sessionId: string,
  childSessionId: string,
): Subagent | undefined {
  return state.sessions.get(sessionId)?.subagents.get(childSessionId);
}

/**
 * Returns one message between two sessions, or `undefined` if there is none with this id.
 *
 * @example
 * ```ts
 * selectSessionMessage(store.getState(), "s1", "message_1")?.content;
 * ```
 */
export function selectSessionMessage(
  state: AcpState,
  sessionId: string,
  messageId: string,
): SessionMessage | undefined {
  return state.sessions.get(sessionId)?.sessionMessages.get(messageId);
}

/**
 * Returns one row of the application, or `undefined` if there is none with this id.
 *
 * @example
 * ```ts
 * selectApplicationRow(store.getState(), "s1", rowId)?.data;
 * ```
 */
export function selectApplicationRow(
  state: AcpState,
  sessionId: string,
  rowId: string,
): ApplicationRow | undefined {
  return state.sessions.get(sessionId)?.applicationRows.get(rowId);
}

/**
 * Returns one request for user input, pending or settled.
 *
 * @example
 * ```ts
 * selectElicitation(store.getState(), elicitationId)?.status; // "accepted"
 * ```
 */
export function selectElicitation(state: AcpState, elicitationId: string): Elicitation | undefined {
  return state.elicitations.get(elicitationId);
}

/**
 * Returns what the agent's list says about one session, open or not.
 *
 * @example
 * ```ts
 * selectCatalogEntry(store.getState(), "s1")?.title;
 * ```
 */
export function selectCatalogEntry(state: AcpState, sessionId: string): CatalogEntry | undefined {
  return state.catalog.get(sessionId);
}
