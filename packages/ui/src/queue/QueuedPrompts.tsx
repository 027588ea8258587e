import { type ReactElement, useId, useState } from "react";
import { Icon } from "../controls/Icon.js";
import { usePanelSize } from "../controls/usePanelSize.js";
import { queueTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { LazyQueuedPromptItem } from "./lazyQueuedPromptItem.js";
import { useQueuedPrompts } from "./useQueuedPrompts.js";

/** In a panel of at most this height in pixels, a list of many prompts is collapsed by default. */
const LOW_PANEL_PX = 640;
const MANY_PROMPTS = 3;

/** The queued prompts, in the order in which they will be sent. In a low panel, many start collapsed. */
export function QueuedPrompts(): ReactElement | null {
  const queue = useQueuedPrompts();
  const { prompts, isSending, sendError, resume, sendNow } = queue;
  const texts = useTexts("queue", queueTexts);
  const isPaused = queue.isHeld && !isSending;
  const listId = useId();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isLow = usePanelSize(element).height <= LOW_PANEL_PX;
  const [choice, setChoice] = useState<boolean>();
  const isShort = prompts.length < MANY_PROMPTS || queue.editingId !== undefined;
  const isOpen = choice ?? (!isLow || isShort);
  if (prompts.length === 0) return null;
  return (
    <section ref={setElement} className="acp-ui acp-queue" aria-label={texts.label}>
      <div className="acp-queue-header">
        <Icon name={isPaused ? "pause" : "clock"} />
        <span role="status">{queue.status}</span>
        {!queue.isHeld && <span className="acp-queue-count">{prompts.length}</span>}
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
        <button
          type="button"
          className="acp-icon-button acp-queue-toggle"
          aria-label={texts.label}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setChoice(!isOpen)}
        >
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
      </div>
      {sendError !== undefined && (
        <p className="acp-queue-error" role="alert">
          {texts.notSent(sendError)}
        </p>
      )}
      <ol id={listId} className="acp-queue-list" hidden={!isOpen}>
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
