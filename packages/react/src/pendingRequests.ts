import {
  attentionRead,
  pendingElicitationsRead,
  pendingPermissionsRead,
  queueRead,
} from "@acp-store/core/reads";
import { type ReadHook, type SessionReadHook, useRead, useSessionRead } from "./useRead.js";

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
export const usePendingPermissions: SessionReadHook<typeof pendingPermissionsRead> = (...args) =>
  useSessionRead(usePendingPermissions, pendingPermissionsRead, args);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const useAllPendingPermissions: ReadHook<typeof pendingPermissionsRead, []> = (...args) =>
  useRead(useAllPendingPermissions, () => pendingPermissionsRead(), args);

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
export const usePendingElicitations: SessionReadHook<typeof pendingElicitationsRead> = (...args) =>
  useSessionRead(usePendingElicitations, pendingElicitationsRead, args);

/**
 * Returns the pending requests for user input of all sessions, and those that belong to no
 * session, such as during sign-in; the oldest first.
 */
export const useAllPendingElicitations: ReadHook<typeof pendingElicitationsRead, []> = (...args) =>
  useRead(useAllPendingElicitations, () => pendingElicitationsRead(), args);

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
export const useAttention: ReadHook<typeof attentionRead> = (...args) =>
  useRead(useAttention, attentionRead, args);

/**
 * Returns the prompts that wait until the previous turn has ended. The object keeps its reference
 * until the queue changes, or is held or released. To stop the running turn and send a prompt
 * immediately, call `sendNow` of the connection.
 *
 * @example
 * ```tsx
 * function Queue() {
 *   const { prompts, isHeld, release } = useQueue();
 *   return (
 *     <>
 *       {prompts.map((prompt) => (
 *         <li key={prompt.id}>
 *           <button onClick={() => agent.sendNow(sessionId, prompt.id)}>Send now</button>
 *           <button onClick={() => prompt.move(0)}>Send next</button>
 *           <button onClick={prompt.remove}>Remove</button>
 *         </li>
 *       ))}
 *       {isHeld && <button onClick={release}>Resume queue</button>}
 *     </>
 *   );
 * }
 * ```
 */
export const useQueue: SessionReadHook<typeof queueRead> = (...args) =>
  useSessionRead(useQueue, queueRead, args);
