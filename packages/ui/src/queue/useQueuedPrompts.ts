import { type EditablePrompt, useQueue, useSession } from "@acp-store/react";
import { useState } from "react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { useAcpUi } from "../context/acpUi.js";
import { queueTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useMovedPrompts } from "./useMovedPrompts.js";
import { useSendNow } from "./useSendNow.js";

/** The queued prompts of a session, and what the user can do with them. */
export interface QueuedPromptsState {
  /** The prompts, in the order in which they will be sent. */
  readonly prompts: readonly EditablePrompt[];
  /** Why the next prompt is not sent, or that it is up next. */
  readonly status: string;
  /** Whether the queue is paused until `resume` is called. */
  readonly isHeld: boolean;
  /** Whether the turn is being stopped to send one of the prompts. */
  readonly isSending: boolean;
  /** The prompt that is sent as soon as the agent has stopped. */
  readonly sendingId: string | undefined;
  /** The reason why the last prompt was not sent. */
  readonly sendError: string | undefined;
  /** The prompt that the user edits. */
  readonly editingId: string | undefined;
  /** The last move, for screen readers. Empty before the first one. */
  readonly announcement: string;
  /** Starts editing a prompt, or ends it with `undefined`. */
  edit(promptId: string | undefined): void;
  /** Moves a prompt to a position, counted from 0. Ignores positions outside of the queue. */
  move(prompt: EditablePrompt, index: number): void;
  /** Removes a prompt. The composer gets the focus. */
  remove(prompt: EditablePrompt): void;
  /** Continues a paused queue. `undefined` while nothing can be sent. */
  readonly resume: (() => void) | undefined;
  /** Stops the running turn and sends a prompt next. `undefined` while nothing can be sent. */
  readonly sendNow: ((prompt: EditablePrompt) => void) | undefined;
}

/**
 * Returns the logic of `QueuedPrompts`, for your own markup. A prompt that is edited should be
 * held with its `hold` and `release`, so that it is not sent meanwhile.
 *
 * @example
 * ```tsx
 * function Queue() {
 *   const { prompts, status, remove } = useQueuedPrompts();
 *   return (
 *     <ol aria-label={status}>
 *       {prompts.map((prompt) => (
 *         <li key={prompt.id}>
 *           <button onClick={() => remove(prompt)}>Remove</button>
 *         </li>
 *       ))}
 *     </ol>
 *   );
 * }
 * ```
 */
export function useQueuedPrompts(): QueuedPromptsState {
  const queue = useQueue();
  const [prompts, movePrompt] = useMovedPrompts(queue.prompts);
  const actions = usePanelActions();
  const { composer } = useAcpUi();
  const texts = useTexts("queue", queueTexts);
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const { sendingId, sendError, sendNow } = useSendNow();
  const [announcement, announce] = useState("");
  const [editingId, setEditingId] = useState<string>();
  const isSending = prompts.some(({ id }) => id === sendingId);
  // A prompt that was saved while the user edited it is still held, but its editor is gone.
  const abandoned = prompts.filter(({ id, held }) => held && id !== editingId);
  const isHeld = queue.isHeld || (prompts[0] !== undefined && prompts[0] === abandoned[0]);

  function getStatus(): string {
    if (isSending) return texts.stopping;
    if (isHeld) return texts.paused(prompts.length);
    return prompts[0]?.held && !isBusy ? texts.waitingForEdit : texts.upNext;
  }
  // The focused button is removed together with its prompt.
  const focusComposer = (): void => composer?.current?.focus();
  return {
    prompts,
    status: getStatus(),
    isHeld,
    isSending,
    sendingId,
    sendError,
    editingId,
    announcement,
    edit: setEditingId,
    move(prompt, index) {
      if (index < 0 || index >= prompts.length) return;
      movePrompt(prompt, index);
      announce(texts.moved(index + 1, prompts.length));
    },
    remove(prompt) {
      prompt.remove();
      focusComposer();
    },
    resume:
      actions &&
      (() => {
        for (const prompt of abandoned) prompt.release();
        queue.release();
        focusComposer();
      }),
    sendNow:
      actions === undefined || isSending
        ? undefined
        : (prompt) => {
            sendNow(prompt.id);
            focusComposer();
          },
  };
}
