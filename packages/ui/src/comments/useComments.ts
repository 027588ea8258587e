import { useDraft, useSessionId } from "@acp-store/react";
import { useEffect, useMemo } from "react";
import { formatComments, type LineComment, parseComments } from "./lineComment.js";

/** The comments on lines that are sent with the next prompt. */
export interface LineComments {
  /** The comments, in the order in which they were added. */
  readonly items: readonly LineComment[];
  /** Adds a comment. */
  add(comment: Omit<LineComment, "id">): void;
  /** Replaces the text of a comment. */
  edit(id: string, text: string): void;
  /** Removes comments. */
  remove(ids: readonly string[]): void;
}

/** Returns the comments of the session. They are a second draft of it, and are saved like its prompt. */
export function useComments(): LineComments {
  const [draft, setDraft] = useDraft(`${useSessionId()}#comments`);
  // A prompt may be accepted while another session is shown, so each session has its own.
  const latest = useMemo(() => ({ setDraft, draft: "" }), [setDraft]);
  useEffect(() => {
    latest.draft = draft;
  });
  return useMemo(() => {
    const change = (next: (items: readonly LineComment[]) => readonly LineComment[]): void => {
      latest.draft = formatComments(next(parseComments(latest.draft)));
      latest.setDraft(latest.draft);
    };
    return {
      items: parseComments(draft),
      add: (comment) =>
        change((items) => {
          const ids = items.map(({ id }) => Number(id) || 0);
          return [...items, { ...comment, id: String(Math.max(0, ...ids) + 1) }];
        }),
      edit: (id, text) =>
        change((items) => items.map((item) => (item.id === id ? { ...item, text } : item))),
      remove: (ids) => change((items) => items.filter(({ id }) => !ids.includes(id))),
    };
  }, [draft, latest]);
}
