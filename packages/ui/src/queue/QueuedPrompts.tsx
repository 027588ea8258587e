import { type EditablePrompt, type PromptQueue, useQueue, useSession } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { usePanelActions } from "../actions/usePanelActions.js";
import { pluralize } from "../format/format.js";
import { Icon } from "../controls/Icon.js";
import { LazyQueuedPromptItem } from "./lazyQueuedPromptItem.js";
import { useSendNow } from "./useSendNow.js";

/** The queued prompts, in the order in which they will be sent. */
export function QueuedPrompts(): ReactElement | null {
  const queue = useQueue();
  const { prompts } = queue;
  const actions = usePanelActions();
  const { composer } = useAcpUi();
  const { sendingId, sendError, sendNow } = useSendNow();
  const [announcement, announce] = useState("");
  const [editingId, setEditingId] = useState<string>();
  const isSending = prompts.some(({ id }) => id === sendingId);
  // A prompt that was saved while the user edited it is still held, but its editor is gone.
  const abandoned = prompts.filter(({ id, held }) => held && id !== editingId);
  const isHeld = queue.isHeld || (prompts[0] !== undefined && prompts[0] === abandoned[0]);
  const status = useQueueStatus({ ...queue, isHeld }, isSending);
  if (prompts.length === 0) return null;

  const move = (prompt: EditablePrompt, index: number): void => {
    if (index < 0 || index >= prompts.length) return;
    prompt.move(index);
    announce(`Moved to position ${index + 1} of ${prompts.length}`);
  };
  const remove = (prompt: EditablePrompt): void => {
    prompt.remove();
    // The focused button was removed together with its prompt.
    composer?.current?.focus();
  };
  return (
    <section className="acp-ui acp-queue" aria-label="Queued prompts">
      <div className="acp-queue-header">
        <Icon name={isHeld && !isSending ? "pause" : "clock"} />
        <span role="status">{status}</span>
        {isHeld && !isSending && (
          <button
            type="button"
            className="acp-button acp-queue-resume"
            disabled={actions === undefined}
            onClick={() => {
              for (const prompt of abandoned) prompt.release();
              queue.release();
              composer?.current?.focus();
            }}
          >
            Resume queue
          </button>
        )}
      </div>
      {sendError !== undefined && (
        <p className="acp-queue-error" role="alert">
          Not sent: {sendError}
        </p>
      )}
      <ol className="acp-queue-list">
        {prompts.map((prompt, index) => (
          <LazyQueuedPromptItem
            key={prompt.id}
            prompt={prompt}
            index={index}
            count={prompts.length}
            isSending={prompt.id === sendingId}
            isEditing={prompt.id === editingId}
            onEdit={(isEditing) => setEditingId(isEditing ? prompt.id : undefined)}
            onMove={(target) => move(prompt, target)}
            onRemove={() => remove(prompt)}
            onSendNow={
              actions === undefined || isSending
                ? undefined
                : () => {
                    sendNow(prompt.id);
                    composer?.current?.focus();
                  }
            }
          />
        ))}
      </ol>
      <p className="acp-sr-only" role="status" data-testid="queue-announcement">
        {announcement}
      </p>
    </section>
  );
}

/** Returns the reason why the next prompt is not sent, or "Up next". */
function useQueueStatus({ prompts, isHeld }: PromptQueue, isSending: boolean): string {
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  if (isSending) return "Stopping the agent to send the next prompt";
  if (isHeld) return `Queue paused (${pluralize(prompts.length, "prompt")})`;
  return prompts[0]?.held && !isBusy ? "Waiting for your edit" : "Up next";
}
