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
import type { Signal } from "@angular/core";
import type { AcpInjectOptions, SessionOptions } from "./context.js";
import { injectRead, injectSessionRead } from "./injectRead.js";

/**
 * Returns the pending permission requests of a session, the oldest first, each with `respond`.
 * Updates of the tool calls they ask about never change them.
 */
export function injectPendingPermissions(
  options?: SessionOptions,
): Signal<readonly PendingPermission[]> {
  return injectSessionRead(pendingPermissionsRead, options);
}

/**
 * Returns the pending permission requests of all sessions, the oldest first.
 */
export function injectAllPendingPermissions(
  options?: AcpInjectOptions,
): Signal<readonly PendingPermission[]> {
  return injectRead(() => pendingPermissionsRead(), options);
}

/**
 * Returns the pending requests for user input of a session, the oldest first, each with `respond`.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export function injectPendingElicitations(
  options?: SessionOptions,
): Signal<readonly PendingElicitation[]> {
  return injectSessionRead(pendingElicitationsRead, options);
}

/**
 * Returns the pending requests for user input of all sessions, and those that belong to no
 * session, such as during sign-in; the oldest first.
 */
export function injectAllPendingElicitations(
  options?: AcpInjectOptions,
): Signal<readonly PendingElicitation[]> {
  return injectRead(() => pendingElicitationsRead(), options);
}

/**
 * Returns the pending requests of all sessions, grouped by session, the session with the oldest
 * request first.
 */
export function injectAttention(options?: AcpInjectOptions): Signal<readonly SessionAttention[]> {
  return injectRead(() => attentionRead(), options);
}

/**
 * Returns the prompts that wait until the turn before them is over, with the actions of the queue.
 * To stop the running turn and send a prompt immediately, call `sendNow` of the connection.
 */
export function injectQueue(options?: SessionOptions): Signal<PromptQueue> {
  return injectSessionRead(queueRead, options);
}
