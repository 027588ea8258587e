import type { ContentBlock } from "../state/content.js";
import type { SessionId, TurnId } from "../state/entities.js";

/** The display of a prompt: blocks to show instead of its content. */
export interface PromptDisplay {
  /** The content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[] | undefined;
}

/** The options of `expectPrompt`. */
export interface ExpectedPromptOptions extends PromptDisplay {
  /** The earlier turn whose prompt is sent again. */
  readonly retryOf?: TurnId | undefined;
}

/** The options of `queuePrompt`. */
export interface QueuePromptOptions extends PromptDisplay {
  /**
   * The id of the queued prompt, chosen by the caller, such as another window that shows it before
   * the store has it. It must never repeat: nothing is queued if the queue has it already. Default:
   * an id of the store.
   */
  readonly id?: string | undefined;
}

/** The actions of a user on the prompt queue of a session. */
export interface QueueActions {
  /**
   * Queues a prompt until the session's turns have ended. Returns the id of the queued prompt. The
   * caller sends it then; `connectAgent` of `@acp-store/client` does so. A cancel, a failed turn and
   * a lost connection hold the queue: `queueHeld` is set until `releaseQueue` is called or another
   * prompt is sent or queued. A prompt that is queued while a connection is made is sent when it is ready, and
   * held if it fails. In a session that was closed, nothing is queued.
   *
   * @example
   * ```ts
   * const id = store.queuePrompt("s1", [{ type: "text", text: "Then run the tests" }]);
   * ```
   */
  queuePrompt(
    sessionId: SessionId,
    prompt: readonly ContentBlock[],
    options?: QueuePromptOptions,
  ): string;
  /**
   * Removes a prompt from the queue, because the user removed it or because it is being sent. Does
   * nothing for an unknown id.
   *
   * @example
   * ```ts
   * const [next] = selectSession(store.getState(), "s1")?.queue ?? [];
   * if (next) store.unqueuePrompt("s1", next.id);
   * ```
   */
  unqueuePrompt(sessionId: SessionId, id: string): void;
  /**
   * Replaces the content of a queued prompt, with what to show for it, and releases it if it is held.
   * Does nothing for an unknown id.
   *
   * @example
   * ```ts
   * const id = store.queuePrompt("s1", [{ type: "text", text: "Then run the test" }]);
   * store.holdQueuedPrompt("s1", id);
   * store.editQueuedPrompt("s1", id, [{ type: "text", text: "Then run all tests" }]);
   * ```
   */
  editQueuedPrompt(
    sessionId: SessionId,
    id: string,
    prompt: readonly ContentBlock[],
    options?: PromptDisplay,
  ): void;
  /**
   * Moves a queued prompt to another position, counted from 0. A position behind the end counts as
   * the last one. Does nothing for an unknown id.
   *
   * @example
   * ```ts
   * store.moveQueuedPrompt("s1", id, 0); // It is sent next.
   * ```
   */
  moveQueuedPrompt(sessionId: SessionId, id: string, index: number): void;
  /**
   * Holds a queued prompt while the user edits it: neither it nor the prompts behind it are sent
   * until `editQueuedPrompt` or `releaseQueuedPrompt` is called. Does nothing for an unknown id.
   *
   * @example
   * ```ts
   * store.holdQueuedPrompt("s1", id);
   * ```
   */
  holdQueuedPrompt(sessionId: SessionId, id: string): void;
  /**
   * Releases a queued prompt that is held. Does nothing for an unknown id.
   *
   * @example
   * ```ts
   * store.releaseQueuedPrompt("s1", id);
   * ```
   */
  releaseQueuedPrompt(sessionId: SessionId, id: string): void;
  /**
   * Allows held prompts of the queue to be sent.
   *
   * @example
   * ```ts
   * if (selectSession(store.getState(), "s1")?.queueHeld) store.releaseQueue("s1");
   * ```
   */
  releaseQueue(sessionId: SessionId): void;
}
