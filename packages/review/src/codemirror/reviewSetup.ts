import { Facet } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { ReviewView } from "../createReview.js";
import type { Hunk } from "../engine/reviewState.js";
import type { ReviewEditorTexts } from "./texts.js";

/** The options of `reviewExtension`. */
export interface ReviewExtensionOptions {
  /** The review, or the one that `connectReview` follows. */
  readonly review: ReviewView;
  /** The path of the file in the editor, relative to the folder of the review, with `/`. */
  readonly path: string;
  /**
   * Opens another file with changes, when there is no further change in this one. The files are in the order of
   * their paths, and the first follows the last. A file can also be binary or deleted. Default: the
   * commands stay in the file.
   */
  readonly onNextFile?: (path: string, direction: "next" | "previous") => void;
  /**
   * Saves the editor, and reports that with `userEdited` where the files are. Called before a decision if the
   * editor has unsaved edits, so that these are a part of the review. Default: a decision is about the
   * file without the unsaved edits, and the editor keeps its text.
   */
  readonly save?: (view: EditorView) => Promise<void>;
  /**
   * Shows the reason for a change, for example with `explainOrigin`. Each change has a button for it. Default: there is
   * no button.
   */
  readonly onShowReason?: (hunk: Hunk) => void;
  /** The change to which the editor moves when it has loaded the review. Default: none. */
  readonly startAt?: "first" | "last";
  /** The texts that differ from the English ones. */
  readonly texts?: Partial<ReviewEditorTexts>;
}

/** The options of the extension, with all texts. */
export interface ReviewSetup extends Omit<ReviewExtensionOptions, "texts"> {
  readonly texts: ReviewEditorTexts;
}

/** The review of an editor. */
export const reviewSetup: Facet<ReviewSetup, ReviewSetup | undefined> = Facet.define({
  combine: ([setup]) => setup,
});
