import type { ToolCall } from "../state/entities.js";
import type { Permission } from "../state/requests.js";
import type { Terminal } from "../state/sessionParts.js";
import type { AcpState } from "../state/state.js";

// Selectors of one entity by its id. The selectors of plans and turns, whose id is optional, are in
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
