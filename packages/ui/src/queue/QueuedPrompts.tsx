import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { queueTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { LazyQueuedPromptItem } from "./lazyQueuedPromptItem.js";
import { useQueuedPrompts } from "./useQueuedPrompts.js";

/** The queued prompts, in the order in which they will be sent. */
export function QueuedPrompts(): ReactElement | null {
  const queue = useQueuedPrompts();
  const { prompts, isSending, sendError, resume, sendNow } = queue;
  const texts = useTexts("queue", queueTexts);
  const isPaused = queue.isHeld && !isSending;
  if (prompts.length === 0) return null;
  return (
    <section className="acp-ui acp-queue" aria-label={texts.label}>
      <div className="acp-queue-header">
        <Icon name={isPaused ? "pause" : "clock"} />
        <span role="status">{queue.status}</span>
        {isPaused && (
          <button
            type="button"
            className="acp-button acp-queue-resume"
            disabled={resume === undefined}
            onClick={resume}
          >
            {texts.resume}
          </button>
        )}
      </div>
      {sendError !== undefined && (
        <p className="acp-queue-error" role="alert">
          {texts.notSent(sendError)}
        </p>
      )}
      <ol className="acp-queue-list">
        {prompts.map((prompt, index) => (
          <LazyQueuedPromptItem
            key={prompt.id}
            prompt={prompt}
            index={index}
            count={prompts.length}
            isSending={prompt.id === queue.sendingId}
            isEditing={prompt.id === queue.editingId}
            onEdit={(isEditing) => queue.edit(isEditing ? prompt.id : undefined)}
            onMove={(target) => queue.move(prompt, target)}
            onRemove={() => queue.remove(prompt)}
            onSendNow={sendNow && (() => sendNow(prompt))}
          />
        ))}
      </ol>
      <p className="acp-sr-only" role="status" data-testid="queue-announcement">
        {queue.announcement}
      </p>
    </section>
  );
}
