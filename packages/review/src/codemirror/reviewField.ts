import {
  type EditorState,
  StateEffect,
  type StateEffectType,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import type { ReviewTexts } from "../createReview.js";
import type { ReviewedFile } from "../engine/reviewState.js";
import { toDocument } from "./documentText.js";
import { reviewSetup } from "./reviewSetup.js";
import { type DocumentRange, mapHunks, mapRange, type ShownHunk } from "./shownHunks.js";

/** A question that the next press of reject answers with yes. */
export type ReviewQuestion =
  | { readonly type: "hunk"; readonly hunkId: string }
  | { readonly type: "file"; readonly changes: number };

/** The review as the editor shows it. Positions are those of its document. */
export interface ShownReview {
  /** `undefined`: the file has no changes to decide. */
  readonly file: ReviewedFile | undefined;
  readonly hunks: readonly ShownHunk[];
  /** The lines of changes that were kept while the editor was open, in order. */
  readonly kept: readonly DocumentRange[];
  /** The ids of the hunks whose rejection waits for the end of a turn. */
  readonly queued: ReadonlySet<string>;
  /** The last decision about the file that can be undone. */
  readonly undoId: string | undefined;
  /** Whether that decision was made while the editor was open. */
  readonly wasDecided: boolean;
  /** The last text of the file that the document has had. It differs from the document if that has unsaved edits. */
  readonly saved: Text | undefined;
  /** The hunk to which a command has moved, if the cursor is still there. */
  readonly activeId: string | undefined;
  readonly question: ReviewQuestion | undefined;
  /** A decision that was not carried out. */
  readonly notice: string | undefined;
}

const EMPTY: ShownReview = {
  file: undefined,
  hunks: [],
  kept: [],
  queued: new Set(),
  undoId: undefined,
  wasDecided: false,
  saved: undefined,
  activeId: undefined,
  question: undefined,
  notice: undefined,
};

/** Changes the review that the editor shows. Positions are those after the transaction. */
export const updateReview: StateEffectType<Partial<ShownReview>> = StateEffect.define();

/** The review that the editor shows. */
export const reviewField: StateField<ShownReview> = StateField.define<ShownReview>({
  create: () => EMPTY,
  update(shown, transaction) {
    const { state, startState } = transaction;
    const isOther = state.facet(reviewSetup) !== startState.facet(reviewSetup);
    let next = isOther ? EMPTY : moveWithDocument(shown, transaction);
    for (const effect of transaction.effects)
      if (effect.is(updateReview)) next = { ...next, ...effect.value };
    return next;
  },
});

function moveWithDocument(shown: ShownReview, transaction: Transaction): ShownReview {
  const { changes, newDoc, docChanged, selection } = transaction;
  // An answer is about what the user saw when the question came.
  const isAnswered = shown.question !== undefined && (docChanged || selection !== undefined);
  const asked = isAnswered ? { ...shown, question: undefined } : shown;
  const left = selection === undefined ? asked : { ...asked, activeId: undefined };
  if (!docChanged) return left;
  return {
    ...left,
    hunks: mapHunks(left.hunks, changes, newDoc),
    kept: left.kept.map((range) => mapRange(range, changes, newDoc)),
  };
}

/** Returns the review that the editor shows. */
export function getShownReview(state: EditorState): ShownReview {
  return state.field(reviewField, false) ?? EMPTY;
}

/** Returns whether the document has edits that are not in the file. It has them if its text is not known. */
export function hasUnsavedEdits(state: EditorState): boolean {
  const { saved } = getShownReview(state);
  return saved === undefined || !state.doc.eq(saved);
}

/**
 * Returns the last text of the file that the document has had, given newer texts. A document without shown changes
 * can have the text from before them.
 */
export function findSavedText(
  state: EditorState,
  { base, current }: Pick<ReviewTexts, "base" | "current">,
): Text | undefined {
  const { saved, file } = getShownReview(state);
  const isDocument = (text: string | null): boolean =>
    text !== null && state.doc.eq(toDocument(state, text));
  const isBefore = file === undefined || saved === undefined;
  return isDocument(current) || (isBefore && isDocument(base)) ? state.doc : saved;
}
