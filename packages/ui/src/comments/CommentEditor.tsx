import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { commentTexts } from "../texts/commentTexts.js";
import { renderKey, TextWithSlots } from "../texts/TextWithSlots.js";
import { useTexts } from "../texts/useTexts.js";

interface CommentEditorProps {
  /** The lines and the file, for screen readers. */
  readonly label: string;
  /** The text to begin with. Default: empty. */
  readonly text?: string;
  /** The label of the button that saves. */
  readonly saveLabel: string;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
}

/** The text field of a comment. Ctrl or Cmd and Enter saves it, and Escape closes it. */
export function CommentEditor(props: CommentEditorProps): ReactElement {
  const { label, saveLabel, onSave, onClose } = props;
  const [text, setText] = useState(props.text ?? "");
  const texts = useTexts("comment", commentTexts);
  const card = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { length } = field.current?.value ?? "";
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(length, length);
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const canSave = text.trim() !== "";
  const save = (): void => {
    if (canSave) onSave(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSave = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.nativeEvent.isComposing || (!isSave && event.key !== "Escape")) return;
    // Escape must not stop the turn.
    event.preventDefault();
    if (isSave) save();
    else onClose();
  };
  return (
    // Not a form, because the composer around the list is one.
    <div
      ref={card}
      className="acp-comment-editor"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <p className="acp-comment-editor-title" aria-hidden="true">
        {label}
      </p>
      <textarea
        ref={field}
        className="acp-comment-field"
        rows={3}
        value={text}
        aria-label={label}
        placeholder={texts.placeholder}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="acp-comment-editor-bar">
        <span className="acp-comment-hint" aria-hidden="true">
          <TextWithSlots text={texts.editorHint} render={renderKey} />
        </span>
        <button type="button" className="acp-button" onClick={onClose}>
          {texts.cancel}
        </button>
        <button
          type="button"
          className="acp-button acp-button-primary"
          disabled={!canSave}
          onClick={save}
        >
          {saveLabel}
        </button>
      </div>
    </div>
  );
}
