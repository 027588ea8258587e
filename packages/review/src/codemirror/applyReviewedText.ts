import { Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { findDocumentChanges, toDocument } from "./documentText.js";
import { getFollower } from "./commands.js";
import { findSavedText, updateReview } from "./reviewField.js";

/**
 * Gives the editor the current text of its file, if it has no unsaved edits. Only the characters that differ are
 * replaced, so the selection, the scroll position and the history of the user's edits stay.
 *
 * Resolves with whether the editor has the text. It has not if it has unsaved edits, if the file was deleted or
 * is not a text, or if `texts` of the review rejects: a mirror has no texts of files without changes.
 *
 * @throws Error if the editor has no `reviewExtension`.
 *
 * @example
 * ```ts
 * const unsubscribe = review.subscribe(() => void applyReviewedText(view));
 * ```
 */
export async function applyReviewedText(view: EditorView): Promise<boolean> {
  const follower = getFollower(view);
  const setup = follower?.setup;
  if (follower === undefined || setup === undefined)
    throw new Error(
      "[acp-store] The editor has no review. Add reviewExtension(…) to its extensions.",
    );
  const texts = await setup.review.texts(setup.path).catch(() => undefined);
  if (typeof texts?.current !== "string" || setup !== follower.setup) return false;
  const { state } = view;
  const saved = findSavedText(state, texts);
  const next = toDocument(state, texts.current);
  const isSaved = saved !== undefined && state.doc.eq(saved);
  if (!isSaved && !state.doc.eq(next)) return false;
  return follower.dispatch({
    changes: findDocumentChanges(state.doc, next),
    effects: updateReview.of({ saved: next }),
    // The review undoes what it has written. The user's history has the user's edits.
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  });
}
