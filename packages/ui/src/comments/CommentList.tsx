import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { commentTexts } from "../texts/commentTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { CommentEditor } from "./CommentEditor.js";
import { namePlace } from "./commentPlace.js";
import type { LineComment } from "./lineComment.js";
import type { LineComments } from "./useComments.js";

export interface CommentListProps {
  readonly comments: LineComments;
  /** Called after a comment was removed, together with its focused button. */
  readonly onRemoved: () => void;
}

/** The comments that are sent with the next prompt, each of which the user can edit and remove. */
export function CommentList({ comments, onRemoved }: CommentListProps): ReactElement {
  const texts = useTexts("comment", commentTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [editingId, setEditingId] = useState<string>();
  const id = useId();
  const { items } = comments;
  return (
    <section className="acp-comments" aria-label={texts.label}>
      <button
        type="button"
        className="acp-comments-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="comment" />
        <span>{texts.count(items.length)}</span>
        <span className="acp-comments-note">{texts.sentWithPrompt}</span>
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      <ul id={id} className="acp-comments-list" hidden={!isOpen}>
        {items.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isEditing={comment.id === editingId}
            onEdit={(isEditing) => setEditingId(isEditing ? comment.id : undefined)}
            onSave={(text) => comments.edit(comment.id, text)}
            onRemove={() => {
              comments.remove([comment.id]);
              onRemoved();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface CommentItemProps {
  readonly comment: LineComment;
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
  readonly onSave: (text: string) => void;
  readonly onRemove: () => void;
}

function CommentItem(props: CommentItemProps): ReactElement {
  const { comment, isEditing, onEdit, onSave, onRemove } = props;
  const { cwd } = useAcpUi();
  const texts = useTexts("comment", commentTexts);
  const editButton = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const place = namePlace(comment, cwd, texts);
  useEffect(() => {
    if (!isEditing && returnsFocus.current) editButton.current?.focus();
    returnsFocus.current = isEditing;
  }, [isEditing]);
  if (isEditing) {
    return (
      <li className="acp-comment-item">
        <CommentEditor
          label={texts.edit(place)}
          text={comment.text}
          saveLabel={texts.save}
          onClose={() => onEdit(false)}
          onSave={(text) => {
            onSave(text);
            onEdit(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className="acp-comment-item">
      <div className="acp-comment-body">
        <p className="acp-comment-place" title={comment.path}>
          {place}
        </p>
        <p className="acp-comment-text">{comment.text}</p>
      </div>
      <IconButton
        icon="pencil"
        label={texts.edit(place)}
        ref={editButton}
        onClick={() => onEdit(true)}
      />
      <IconButton icon="cross" label={texts.remove(place)} onClick={onRemove} />
    </li>
  );
}
