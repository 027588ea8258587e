import { type AcpStore, type QueuedPrompt, type Session, selectSession } from "@acp-store/core";
import { useMemo } from "react";
import { type SessionOption, useAcpStore, useSessionId } from "./context.js";
import { sameItems, useWatched } from "./useWatched.js";

/** A prompt that waits for its turn, and the way to take it back. */
export interface RemovablePrompt extends QueuedPrompt {
  /** Takes it out of the queue. Does nothing once it was sent. */
  remove(): void;
}

/** What waits to be sent in a session. */
export interface PromptQueue {
  /** The oldest first. */
  readonly prompts: readonly RemovablePrompt[];
  /** After a stop, a failed turn or a lost connection: nothing is sent until somebody goes on. */
  readonly isHeld: boolean;
  /** Goes on: what is held may be sent. */
  release(): void;
}

/**
 * The prompts that wait until the turn before them is over. The same object until one comes or goes,
 * or they are held or released.
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
export function useQueue(options?: SessionOption): PromptQueue {
  const store = useAcpStore();
  const sessionId = useSessionId(options);
  const select = useMemo(() => queueReader(store, sessionId), [store, sessionId]);
  return useWatched(
    [
      { sessionId, field: "queue" },
      { sessionId, field: "queueHeld" },
    ],
    (state) => selectSession(state, sessionId),
    select,
    isSame,
  );
}

/** Gives each prompt its `remove` once, so that it stays the same object while it waits. */
function queueReader(store: AcpStore, sessionId: string): (session?: Session) => PromptQueue {
  const known = new WeakMap<QueuedPrompt, RemovablePrompt>();
  const release = (): void => store.releaseQueue(sessionId);
  const removable = (queued: QueuedPrompt): RemovablePrompt => {
    const prompt = known.get(queued) ?? {
      ...queued,
      remove: () => store.unqueuePrompt(sessionId, queued.id),
    };
    known.set(queued, prompt);
    return prompt;
  };
  return (session) => ({
    prompts: (session?.queue ?? []).map(removable),
    isHeld: session?.queueHeld === true,
    release,
  });
}

function isSame(a: PromptQueue, b: PromptQueue): boolean {
  return a.isHeld === b.isHeld && a.release === b.release && sameItems(a.prompts, b.prompts);
}
