import type { RefObject } from "react";
import { replaceText } from "../controls/replaceText.js";
import { findToken } from "../mentions/mentionText.js";
import type { MentionSearch } from "../mentions/useMentionHints.js";
import type { Attachments } from "./useAttachments.js";

/** The changes of attachments that also change the text. Undo in the field takes the change of the text back. */
export interface FieldEdits {
  /** Inserts a mention. The index is that of `mentions.mentions`. */
  acceptMention(index: number): void;
  /** Removes an attachment, and the text that stands for it. */
  removeAttachment(id: string): void;
  /** Puts pasted text that is an attachment into the prompt, at the caret. */
  putIntoText(id: string): void;
}

interface EditedField {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The field. Without it, only the text changes. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly attachments: Attachments;
  readonly mentionSearch: MentionSearch;
}

/** Returns the changes of attachments that also change the text. */
export function useFieldEdits(edited: EditedField): FieldEdits {
  const { text, setText, field, attachments, mentionSearch } = edited;

  function replace(start: number, end: number, replacement: string): void {
    if (field.current !== null) replaceText(field.current, start, end, replacement);
    else setText(text.slice(0, start) + replacement + text.slice(end));
  }
  return {
    acceptMention(index) {
      const { query, found, session } = mentionSearch;
      const chosen = found[index];
      if (chosen === undefined || query === undefined) return;
      const space = /^\s/.test(text.slice(query.end)) ? "" : " ";
      replace(query.start, query.end, attachments.addMention(chosen, session) + space);
    },
    removeAttachment(id) {
      const all = [...attachments.items, ...attachments.reading];
      const { token } = all.find((each) => each.id === id) ?? {};
      attachments.remove(id);
      if (token === undefined) return;
      const [start, ...others] = findToken(text, token);
      // If the text names it more than once, the user knows which one is not needed.
      if (start === undefined || others.length > 0) return;
      const end = start + token.length;
      replace(start, text.charAt(end) === " " ? end + 1 : end, "");
    },
    putIntoText(id) {
      const { block } = attachments.items.find((item) => item.id === id) ?? {};
      if (block?.type !== "resource" || !("text" in block.resource)) return;
      attachments.remove(id);
      const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
      replace(selectionStart, selectionEnd, block.resource.text);
    },
  };
}
