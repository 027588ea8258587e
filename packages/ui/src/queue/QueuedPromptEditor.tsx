import type { ContentBlock } from "@acp-store/core";
import type { EditablePrompt } from "@acp-store/react";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { fitHeight } from "../controls/fitHeight.js";
import { queueTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { renderKey, TextWithSlots } from "../texts/TextWithSlots.js";

interface QueuedPromptEditorProps {
  readonly prompt: EditablePrompt;
  readonly onClose: () => void;
}

/** The text field for a queued prompt. The prompt is held while the field is shown. */
export function QueuedPromptEditor({ prompt, onClose }: QueuedPromptEditorProps): ReactElement {
  const [text, setText] = useState(() => getText(prompt.prompt));
  const texts = useTexts("queue", queueTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  useHold(prompt);
  useEffect(() => fitHeight(field.current), [text]);
  useEffect(() => {
    const { length } = field.current?.value ?? "";
    field.current?.focus();
    field.current?.setSelectionRange(length, length);
  }, []);

  const canSave = text.trim() !== "";
  const save = (): void => {
    if (!canSave) return;
    const others = prompt.prompt.filter(({ type }) => type !== "text");
    prompt.edit([{ type: "text", text: text.trim() }, ...others]);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (event.nativeEvent.isComposing || (!isSave && event.key !== "Escape")) return;
    // Escape must not stop the turn.
    event.preventDefault();
    if (isSave) save();
    else onClose();
  };
  return (
    <form
      className="acp-queue-editor"
      aria-label={texts.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        className="acp-queue-field"
        rows={1}
        value={text}
        aria-label={texts.field}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="acp-queue-editor-bar">
        <span className="acp-queue-hint">
          <TextWithSlots text={texts.editorHint} render={renderKey} />
        </span>
        <button type="button" className="acp-button" onClick={onClose}>
          {texts.discard}
        </button>
        <button type="submit" className="acp-button acp-button-primary" disabled={!canSave}>
          {texts.save}
        </button>
      </div>
    </form>
  );
}

/** Holds a prompt until the component is removed, so that it is not sent while it is edited. */
function useHold(prompt: EditablePrompt): void {
  const latest = useRef(prompt);
  useEffect(() => {
    latest.current = prompt;
  });
  useEffect(() => {
    latest.current.hold();
    return () => latest.current.release();
  }, []);
}

function getText(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
