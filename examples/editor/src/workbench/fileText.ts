import { findDocumentChanges } from "@acp-store/review/codemirror";
import {
  EditorState,
  type Extension,
  Text,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";

const FILE_MARK = "\uFEFF";

/** The format of a file that the editor does not show. Saving writes it as it was read. */
interface TextFormat {
  /** The byte order mark, or an empty text. */
  readonly mark: string;
  /** The line break. A file with several kinds has `\n`, and the others are characters of its lines. */
  readonly lineBreak: "\n" | "\r\n";
}

function findFormat(text: string): TextFormat {
  const hasOther = /(?:^|[^\r])\n/.test(text) || /\r(?!\n)/.test(text);
  return {
    mark: text.startsWith(FILE_MARK) ? FILE_MARK : "",
    lineBreak: text.includes("\r\n") && !hasOther ? "\r\n" : "\n",
  };
}

/** The text of a file as the document of an editor. */
export interface FileText {
  readonly format: TextFormat;
  readonly document: Text;
}

/** Returns the text of a file as a document. */
export function readFileText(text: string): FileText {
  const format = findFormat(text);
  const lines = text.slice(format.mark.length).split(format.lineBreak);
  return { format, document: Text.of(lines) };
}

/** Returns a document as the text of a file. A text that was only read has the same characters. */
export function writeFileText({ format, document }: FileText): string {
  return format.mark + document.sliceString(0, document.length, format.lineBreak);
}

/** Creates the state of an editor with a document. */
export function createEditorState({ document }: FileText, extensions: Extension): EditorState {
  // Otherwise, the editor takes carriage returns for line breaks when it compares the document with the file.
  const hasReturns = document.sliceString(0).includes("\r");
  return EditorState.create({
    doc: document,
    extensions: [hasReturns ? EditorState.lineSeparator.of("\n") : [], extensions],
  });
}

/** Returns the transaction that gives a document another text. The selection stays in the lines that are equal. */
export function replaceText(document: Text, next: Text): TransactionSpec {
  return {
    changes: findDocumentChanges(document, next),
    // The history has the edits of the user.
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  };
}
