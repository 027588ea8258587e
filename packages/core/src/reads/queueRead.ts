import { EMPTY_LIST } from "../select/list.js";
import { selectSession } from "../select/sessions.js";
import type { ContentBlock } from "../state/content.js";
import type { QueuedPrompt } from "../state/state.js";
import type { PromptDisplay } from "../store/queueActions.js";
import type { AcpView } from "../store/view.js";
import { memoized } from "./memoized.js";
import type { StateRead } from "./stateRead.js";

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
 * Returns a read of the prompts that wait until the previous turn has ended. The queue keeps its
 * reference until a prompt changes, or the queue is held or released. To stop the running turn and send
 * a prompt immediately, call `sendNow` of the connection.
 *
 * @example
 * ```ts
 * createReadSource(store, queueRead("s1")).get().prompts.at(-1)?.remove();
 * ```
 */
export function queueRead(sessionId: string): StateRead<PromptQueue> {
  return {
    targets: [
      { type: "field", sessionId, field: "queue" },
      { type: "field", sessionId, field: "queueHeld" },
    ],
    read: (state, view) => {
      const session = selectSession(state, sessionId);
      return queueReaderOf(view, sessionId)(
        session?.queue ?? EMPTY_LIST,
        session?.queueHeld === true,
      );
    },
  };
}

const queueReaders = /* @__PURE__ */ memoized((_view: AcpView) => new Map<string, QueueReader>());

/** Returns the reader of a session, so that everything that shows the queue has the same object. */
function queueReaderOf(view: AcpView, sessionId: string): QueueReader {
  const readers = queueReaders(view);
  const reader = readers.get(sessionId) ?? createQueueReader(view, sessionId);
  readers.set(sessionId, reader);
  return reader;
}

type QueueReader = (queue: readonly QueuedPrompt[], isHeld: boolean) => PromptQueue;

/** Returns a function that reads a queue. An unchanged queue is the same object. */
function createQueueReader(view: AcpView, sessionId: string): QueueReader {
  let known: { readonly queue: readonly QueuedPrompt[]; readonly result: PromptQueue } | undefined;
  const release = (): void => view.releaseQueue(sessionId);
  const withActions = memoized(
    (queued: QueuedPrompt): EditablePrompt => ({
      ...queued,
      remove: () => view.unqueuePrompt(sessionId, queued.id),
      edit: (prompt, options) => view.editQueuedPrompt(sessionId, queued.id, prompt, options),
      move: (index) => view.moveQueuedPrompt(sessionId, queued.id, index),
      hold: () => view.holdQueuedPrompt(sessionId, queued.id),
      release: () => view.releaseQueuedPrompt(sessionId, queued.id),
    }),
  );
  return (queue, isHeld) => {
    if (known === undefined || queue !== known.queue || isHeld !== known.result.isHeld)
      known = { queue, result: { prompts: queue.map(withActions), isHeld, release } };
    return known.result;
  };
}
