import { type AcpStore, type QueuedPrompt, selectSession } from "@acp-store/core";
import { useMemo } from "react";
import { useAcpStore, useSessionId } from "./context.js";
import { EMPTY_LIST, memoized, type SessionRead, useWatched } from "./useWatched.js";

/** A queued prompt and the function that removes it. */
export interface RemovablePrompt extends QueuedPrompt {
  /** Removes the prompt from the queue. Does nothing after the prompt was sent. */
  remove(): void;
}

/** The prompt queue of a session. */
export interface PromptQueue {
  /** The queued prompts, the oldest first. */
  readonly prompts: readonly RemovablePrompt[];
  /**
   * `true` after a stop, a failed turn or a lost connection: nothing is sent until the queue is
   * released or another prompt is sent.
   */
  readonly isHeld: boolean;
  /** Releases the queue: held prompts are sent again. */
  release(): void;
}

/**
 * Returns the prompts that wait until the turn before them is over. The object keeps its reference
 * until a prompt is added or removed, or the queue is held or released.
 *
 * @example
 * ```tsx
 * function Queue() {
 *   const { prompts, isHeld, release } = useQueue();
 *   return (
 *     <>
 *       {prompts.map((prompt) => (
 *         <button key={prompt.id} onClick={prompt.remove}>Remove prompt</button>
 *       ))}
 *       {isHeld && <button onClick={release}>Send now</button>}
 *     </>
 *   );
 * }
 * ```
 */
export function useQueue<Value = PromptQueue>(options?: SessionRead<PromptQueue, Value>): Value {
  const store = useAcpStore();
  const sessionId = useSessionId(options);
  const readQueue = useMemo(() => createQueueReader(store, sessionId), [store, sessionId]);
  return useWatched(
    {
      targets: [
        { type: "field", sessionId, field: "queue" },
        { type: "field", sessionId, field: "queueHeld" },
      ],
      read: (state) => {
        const session = selectSession(state, sessionId);
        return readQueue(session?.queue ?? EMPTY_LIST, session?.queueHeld === true);
      },
    },
    options,
  );
}

/** Returns a function that reads a queue. An unchanged queue is the same object. */
function createQueueReader(
  store: AcpStore,
  sessionId: string,
): (queue: readonly QueuedPrompt[], isHeld: boolean) => PromptQueue {
  let queue: readonly QueuedPrompt[] | undefined;
  let result: PromptQueue | undefined;
  const release = (): void => store.releaseQueue(sessionId);
  const withRemove = memoized((queued: QueuedPrompt) => ({
    ...queued,
    remove: () => store.unqueuePrompt(sessionId, queued.id),
  }));
  return (next, isHeld) => {
    if (result === undefined || next !== queue || isHeld !== result.isHeld)
      result = { prompts: next.map(withRemove), isHeld, release };
    queue = next;
    return result;
  };
}
