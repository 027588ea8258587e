import type { ContentBlock } from "@acp-store/core";
import type { EditablePrompt } from "@acp-store/react";
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { QueuedPromptEditor } from "./QueuedPromptEditor.js";
import { useQueueDrag } from "./useQueueDrag.js";
import { clipLabel } from "../format/clipText.js";
import { queueTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { UiTexts } from "../texts/texts.js";

export interface QueuedPromptItemProps {
  readonly prompt: EditablePrompt;
  /** The position in the queue, counted from 0. */
  readonly index: number;
  readonly count: number;
  /** Whether the prompt is sent as soon as the agent has stopped. */
  readonly isSending: boolean;
  readonly isEditing: boolean;
  /** Called when the user starts or ends editing. */
  readonly onEdit: (isEditing: boolean) => void;
  readonly onMove: (index: number) => void;
  readonly onRemove: () => void;
  /** `undefined` while nothing can be sent. */
  readonly onSendNow: (() => void) | undefined;
}

/** One queued prompt, which the user can edit, move, send and remove. */
export function QueuedPromptItem(props: QueuedPromptItemProps): ReactElement {
  const { prompt, index, count, isSending, isEditing } = props;
  const { onEdit, onMove, onRemove, onSendNow } = props;
  const editButton = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const item = useRef<HTMLLIElement>(null);
  const drag = useQueueDrag(item, { index, isEnabled: count > 1 && !isEditing, onMove });
  const texts = useTexts("queue", queueTexts);
  const text = getPromptText(prompt.display ?? prompt.prompt, texts);
  useEffect(() => {
    if (!isEditing && returnsFocus.current) editButton.current?.focus();
    returnsFocus.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <li ref={item} className="acp-queue-item acp-queue-item-editing">
        <QueuedPromptEditor prompt={prompt} onClose={() => onEdit(false)} />
      </li>
    );
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <li
      ref={item}
      className="acp-queue-item"
      data-dragging={drag.isDragging}
      data-drop-edge={drag.edge}
      onKeyDown={onKeyDown}
    >
      {isSending ? <Spinner /> : <Icon name="grip" className="acp-queue-grip" />}
      <button
        ref={editButton}
        type="button"
        className="acp-queue-text"
        title={texts.editTitle(text)}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        disabled={isSending}
        onClick={() => onEdit(true)}
      >
        <span className="acp-sr-only">{texts.edit} </span>
        {text}
      </button>
      <span className="acp-queue-actions">
        {count > 1 && (
          <span className="acp-queue-moves">
            <QueueButton
              icon="chevronUp"
              label={texts.moveUp}
              text={text}
              onClick={index > 0 ? () => onMove(index - 1) : undefined}
            />
            <QueueButton
              icon="chevronDown"
              label={texts.moveDown}
              text={text}
              onClick={index < count - 1 ? () => onMove(index + 1) : undefined}
            />
          </span>
        )}
        <QueueButton
          icon="arrowUp"
          label={texts.sendNow}
          text={text}
          onClick={onSendNow}
          showsLabel
        />
        <QueueButton icon="cross" label={texts.remove} text={text} onClick={onRemove} />
      </span>
    </li>
  );
}

interface QueueButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The text of the prompt, for the accessible name. */
  readonly text: string;
  /** Without it, the button is disabled. It keeps the focus. */
  readonly onClick: (() => void) | undefined;
  /** Shows the label next to the icon, if the screen is wide enough. */
  readonly showsLabel?: boolean;
}

function QueueButton(props: QueueButtonProps): ReactElement {
  const { icon, label, text, onClick, showsLabel = false } = props;
  const texts = useTexts("queue", queueTexts);
  return (
    <button
      type="button"
      className={`acp-icon-button acp-queue-button ${showsLabel ? "acp-queue-send" : ""}`}
      aria-label={texts.actionOn(label, text)}
      title={label}
      aria-disabled={onClick === undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
      {showsLabel && <span className="acp-queue-send-label">{label}</span>}
    </button>
  );
}

function getPromptText(blocks: readonly ContentBlock[], texts: UiTexts["queue"]): string {
  const text = blocks
    .map((block) => (block.type === "text" ? block.text : texts.attachment(block.type)))
    .join(" ");
  return clipLabel(text);
}
