import { queueRead } from "@acp-store/core/reads";
import { type SessionReadHook, useSessionRead } from "./useRead.js";

/**
 * Returns the prompts that wait until the turn before them is over. The object keeps its reference
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
