/**
 * The review of a file in its editor, for CodeMirror 6.
 * @module
 */
export { applyReviewedText } from "./applyReviewedText.js";
export {
  keepFile,
  keepHunk,
  nextHunk,
  previousHunk,
  rejectFile,
  rejectHunk,
  reviewKeymap,
  showReason,
  undoDecision,
} from "./commands.js";
export { findDocumentChanges } from "./documentText.js";
export { reviewExtension } from "./reviewExtension.js";
export type { ReviewExtensionOptions } from "./reviewSetup.js";
export type { HunkAuthor, ReviewEditorTexts } from "./texts.js";
