import {
  type AcpView,
  type ContentBlock,
  type PromptDisplay,
  type QueuedPrompt,
  selectSession,
} from "@acp-store/core";
import { useMemo } from "react";
import { useAcpView, useSessionId } from "./context.js";
import { EMPTY_LIST, memoized, type SessionRead, useWatched } from "./useWatched.js";

/** A queued prompt and its actions. They do nothing after the prompt was sent. */
export interface EditablePrompt extends QueuedPrompt {
  /** Removes the prompt from the queue. */
  remove(): void;
  /** Replaces the content of the prompt and releases it. */
  edit(prompt: readonly ContentBlock[], options?: PromptDisplay): void;
  /** Moves the prompt to another position, counted from 0. */
  move(index: number): void;
  /** Holds the prompt, and all behind it, until `edit` or `release` is called. */
  hold(): void;
  /** Releases the prompt without a change. */
  release(): void;
}

/** The prompt queue of a session. */
export interface PromptQueue {
  /** The queued prompts, the oldest first. */
  readonly prompts: readonly EditablePrompt[];
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
export function useQueue<Value = PromptQueue>(options?: SessionRead<PromptQueue, Value>): Value {
  const store = useAcpView();
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
  store: AcpView,
  sessionId: string,
): (queue: readonly QueuedPrompt[], isHeld: boolean) => PromptQueue {
  let queue: readonly QueuedPrompt[] | undefined;
  let result: PromptQueue | undefined;
  const release = (): void => store.releaseQueue(sessionId);
  const withActions = memoized((queued: QueuedPrompt) => ({
    ...queued,
    remove: () => store.unqueuePrompt(sessionId, queued.id),
    edit: (prompt: readonly ContentBlock[], options?: PromptDisplay) =>
      store.editQueuedPrompt(sessionId, queued.id, prompt, options),
    move: (index: number) => store.moveQueuedPrompt(sessionId, queued.id, index),
    hold: () => store.holdQueuedPrompt(sessionId, queued.id),
    release: () => store.releaseQueuedPrompt(sessionId, queued.id),
  }));
  return (next, isHeld) => {
    if (result === undefined || next !== queue || isHeld !== result.isHeld)
      result = { prompts: next.map(withActions), isHeld, release };
    queue = next;
    return result;
  };
}
