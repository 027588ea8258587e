import type { SessionAttention } from "@acp-store/core";
import {
  attentionRead,
  type PendingElicitation,
  pendingElicitationsRead,
  type PendingPermission,
  pendingPermissionsRead,
} from "@acp-store/core/reads";
import { useSessionId } from "./context.js";
import { type SelectorOrOptions, type SessionSelectorOrOptions, useRead } from "./useRead.js";

/**
 * Returns the pending permission requests of a session, the oldest first. Updates of the tool
 * calls they ask about never change them.
 *
 * @example
 * ```tsx
 * function Permissions() {
 *   return usePendingPermissions().map((permission) =>
 *     permission.options.map((option) => (
 *       <button key={option.optionId} onClick={() => permission.respond(option.optionId)}>
 *         {option.name}
 *       </button>
 *     )),
 *   );
 * }
 * ```
 */
export function usePendingPermissions<Value = readonly PendingPermission[]>(
  options?: SessionSelectorOrOptions<readonly PendingPermission[], Value>,
): Value {
  return useRead(pendingPermissionsRead(useSessionId(options)), options);
}

/** Returns the pending permission requests of all sessions, the oldest first. */
export function useAllPendingPermissions<Value = readonly PendingPermission[]>(
  options?: SelectorOrOptions<readonly PendingPermission[], Value>,
): Value {
  return useRead(pendingPermissionsRead(), options);
}

/**
 * Returns the pending requests for user input of a session, the oldest first.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 *
 * @example
 * ```tsx
 * function Questions() {
 *   return usePendingElicitations().map((question) => (
 *     <button key={question.elicitationId} onClick={() => question.respond({ action: "decline" })}>
 *       Decline: {question.message}
 *     </button>
 *   ));
 * }
 * ```
 */
export function usePendingElicitations<Value = readonly PendingElicitation[]>(
  options?: SessionSelectorOrOptions<readonly PendingElicitation[], Value>,
): Value {
  return useRead(pendingElicitationsRead(useSessionId(options)), options);
}

/**
 * Returns the pending requests for user input of all sessions, and those that belong to no
 * session, such as during sign-in; the oldest first.
 */
export function useAllPendingElicitations<Value = readonly PendingElicitation[]>(
  options?: SelectorOrOptions<readonly PendingElicitation[], Value>,
): Value {
  return useRead(pendingElicitationsRead(), options);
}

/**
 * Returns the pending requests of all sessions, grouped by session, the session with the oldest
 * request first. Renders again only when a request arrives or is settled.
 *
 * @example
 * ```tsx
 * function Badge({ sessionId }: { sessionId: string }) {
 *   const isWaiting = useAttention((all) => all.some((item) => item.sessionId === sessionId));
 *   return isWaiting ? <b>Waiting for you</b> : null;
 * }
 * ```
 */
export function useAttention<Value = readonly SessionAttention[]>(
  options?: SelectorOrOptions<readonly SessionAttention[], Value>,
): Value {
  return useRead(attentionRead(), options);
}
