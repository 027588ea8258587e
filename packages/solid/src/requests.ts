import type { SessionAttention } from "@acp-store/core";
import {
  attentionRead,
  type PendingElicitation,
  pendingElicitationsRead,
  type PendingPermission,
  pendingPermissionsRead,
  type PromptQueue,
  queueRead,
} from "@acp-store/core/reads";
import type { Accessor } from "solid-js";
import type { SessionOptions } from "./context.js";
import { useRead, useSessionRead } from "./useRead.js";

/**
 * Returns the pending permission requests of a session, the oldest first, each with `respond`.
 * Updates of the tool calls they ask about never change them.
 */
export function usePendingPermissions(
  options?: SessionOptions,
): Accessor<readonly PendingPermission[]> {
  return useSessionRead(pendingPermissionsRead, options);
}

/**
 * Returns the pending permission requests of all sessions, the oldest first.
 */
export function useAllPendingPermissions(): Accessor<readonly PendingPermission[]> {
  return useRead(() => pendingPermissionsRead());
}

/**
 * Returns the pending requests for user input of a session, the oldest first, each with `respond`.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export function usePendingElicitations(
  options?: SessionOptions,
): Accessor<readonly PendingElicitation[]> {
  return useSessionRead(pendingElicitationsRead, options);
}

/**
 * Returns the pending requests for user input of all sessions, and those that belong to no
 * session, such as during sign-in; the oldest first.
 */
export function useAllPendingElicitations(): Accessor<readonly PendingElicitation[]> {
  return useRead(() => pendingElicitationsRead());
}

/**
 * Returns the pending requests of all sessions, grouped by session, the session with the oldest
 * request first.
 */
export function useAttention(): Accessor<readonly SessionAttention[]> {
  return useRead(() => attentionRead());
}

/**
 * Returns the prompts that wait until the turn before them is over, with the actions of the queue.
 * To stop the running turn and send a prompt immediately, call `sendNow` of the connection.
 */
export function useQueue(options?: SessionOptions): Accessor<PromptQueue> {
  return useSessionRead(queueRead, options);
}
