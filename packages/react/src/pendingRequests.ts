import * as reads from "@acp-store/core/reads";
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
export const usePendingPermissions: SessionReadHook<typeof reads.pendingPermissionsRead> = (
  ...args
) => useSessionRead(usePendingPermissions, reads.pendingPermissionsRead, args);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const useAllPendingPermissions: ReadHook<typeof reads.pendingPermissionsRead, []> = (
  ...args
) => useRead(useAllPendingPermissions, () => reads.pendingPermissionsRead(), args);

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
export const usePendingElicitations: SessionReadHook<typeof reads.pendingElicitationsRead> = (
  ...args
) => useSessionRead(usePendingElicitations, reads.pendingElicitationsRead, args);

/**
 * Returns the pending requests for user input of all sessions, and those that belong to no
 * session, such as during sign-in; the oldest first.
 */
export const useAllPendingElicitations: ReadHook<typeof reads.pendingElicitationsRead, []> = (
  ...args
) => useRead(useAllPendingElicitations, () => reads.pendingElicitationsRead(), args);

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
export const useAttention: ReadHook<typeof reads.attentionRead> = (...args) =>
  useRead(useAttention, reads.attentionRead, args);

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
export const useQueue: SessionReadHook<typeof reads.queueRead> = (...args) =>
  useSessionRead(useQueue, reads.queueRead, args);
