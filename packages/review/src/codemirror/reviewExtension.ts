import type { Extension } from "@codemirror/state";
import { reviewFollower } from "./commands.js";
import { hunkLines } from "./hunkLines.js";
import { hunkWidgets } from "./hunkWidget.js";
import { reviewBar } from "./reviewBar.js";
import { reviewField } from "./reviewField.js";
import { type ReviewExtensionOptions, reviewSetup } from "./reviewSetup.js";
import { reviewTheme } from "./reviewTheme.js";
import { DEFAULT_TEXTS } from "./texts.js";

/**
 * Returns an extension that shows the review of a file in its editor: each change with its author, the lines that it
 * removes, and the buttons to keep and to reject it. A bar has the decisions about the file. The extension follows
 * the review, and never changes the document: use `applyReviewedText` for that.
 *
 * An editor shows one file. Another file of the same editor needs a new state, or the extension in a `Compartment`.
 *
 * @example
 * ```ts
 * import { reviewExtension, reviewKeymap } from "@acp-store/review/codemirror";
 * import { EditorView, keymap } from "@codemirror/view";
 *
 * const extensions = [keymap.of(reviewKeymap), reviewExtension({ review, path: "src/app.ts" })];
 * const view = new EditorView({ doc: text, extensions, parent: document.body });
 * ```
 */
export function reviewExtension({ texts, ...options }: ReviewExtensionOptions): Extension {
  const setup = { ...options, texts: { ...DEFAULT_TEXTS, ...texts } };
  return [
    reviewSetup.of(setup),
    reviewField,
    reviewFollower,
    hunkWidgets,
    hunkLines,
    reviewBar,
    reviewTheme,
  ];
}
