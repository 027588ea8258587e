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

/**
 * Returns the comments of the nearest session, for your own markup. They are a second draft of the session, and are saved
 * where its prompt is saved. `useComposer` sends and removes them.
 *
 * @example
 * ```tsx
 * function Comments() {
 *   const { items, remove } = useComments();
 *   return items.map(({ id, path, text }) => (
 *     <p key={id}>
 *       {path}: {text} <button onClick={() => remove([id])}>Remove</button>
 *     </p>
 *   ));
 * }
 * ```
 */
export function useComments(): LineComments {
  const [draft, setDraft] = useDraft(`${useSessionId()}#comments`);
  // A prompt may be accepted while another session is shown, so each session has its own.
  const changes = useMemo(() => createChanges(setDraft), [setDraft]);
  useEffect(() => changes.setDraft(draft), [changes, draft]);
  return useMemo(() => ({ items: parseComments(draft), ...changes.actions }), [changes, draft]);
}

interface CommentChanges {
  /** Sets the draft that the actions change. */
  setDraft(draft: string): void;
  readonly actions: Omit<LineComments, "items">;
}

function createChanges(save: (draft: string) => void): CommentChanges {
  let latest = "";
  const change = (next: (items: readonly LineComment[]) => readonly LineComment[]): void => {
    latest = formatComments(next(parseComments(latest)));
    save(latest);
  };
  return {
    setDraft: (draft) => void (latest = draft),
    actions: {
      add: (comment) =>
        change((items) => {
          const ids = items.map(({ id }) => Number(id) || 0);
          return [...items, { ...comment, id: String(Math.max(0, ...ids) + 1) }];
        }),
      edit: (id, text) =>
        change((items) => items.map((item) => (item.id === id ? { ...item, text } : item))),
      remove: (ids) => change((items) => items.filter(({ id }) => !ids.includes(id))),
    },
  };
}
