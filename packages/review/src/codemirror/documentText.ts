import { diffLines, type LineChange, splitLines } from "@acp-store/core/diff";
import { type ChangeSpec, EditorState, Text } from "@codemirror/state";

const FILE_MARK = "\uFEFF";

/**
 * Returns a text as a document of the editor has it: with the editor's line breaks, and without the byte
 * order mark if the document has none.
 */
export function toDocument(state: EditorState, text: string): Text {
  const isMarked = text.startsWith(FILE_MARK) && !isMarkedDocument(state.doc);
  return state.toText(isMarked ? text.slice(FILE_MARK.length) : text);
}

function isMarkedDocument(document: Text): boolean {
  return document.sliceString(0, FILE_MARK.length) === FILE_MARK;
}

/** Returns the index of the document's line at which a line of the file starts. */
export type FindLine = (fileLine: number, side: "start" | "end") => number;

/**
 * Returns a function that finds lines of a file in the document, which may have other text: unsaved edits, or the
 * version from before a change of the file. A line that the document does not have becomes the place of its
 * absence. Indexes start at 0.
 */
export function createLineFinder(state: EditorState, text: string): FindLine {
  const toEditorLine = countEditorLines(state, text);
  const document = toDocument(state, text);
  if (document.eq(state.doc)) return (fileLine) => toEditorLine(fileLine);
  const changes = diffLines(listLines(document), listLines(state.doc));
  return (fileLine, side) => moveLine(changes, toEditorLine(fileLine), side);
}

/** A carriage return on its own ends a line in the editor only. */
function countEditorLines(state: EditorState, text: string): (fileLine: number) => number {
  const isSame = state.facet(EditorState.lineSeparator) === undefined && !/\r(?!\n)/.test(text);
  if (isSame) return (fileLine) => fileLine;
  const starts = [0];
  let count = 0;
  for (const line of splitLines(text)) {
    count += state.toText(line).lines - 1;
    starts.push(count);
  }
  return (fileLine) => starts[fileLine] ?? count;
}

function moveLine(changes: readonly LineChange[], line: number, side: "start" | "end"): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.oldStart ?? line) <= line) low = middle + 1;
    else high = middle;
  }
  const change = changes[low - 1];
  if (change === undefined) return line;
  const { oldStart, oldEnd, newStart, newEnd } = change;
  if (line > oldStart && line >= oldEnd) return line - oldEnd + newEnd;
  // Lines that are only in the document, next to the end of a range, do not belong to the range.
  if (line === oldStart) return side === "start" && oldStart === oldEnd ? newEnd : newStart;
  return side === "start" ? newStart : newEnd;
}

function listLines(document: Text): readonly string[] {
  return document.toJSON();
}

/**
 * Returns the changes that give the document another text. Equal lines, and equal ends of changed lines, stay, so
 * that the selection and the scroll position do.
 *
 * @example
 * ```ts
 * view.dispatch({ changes: findDocumentChanges(view.state.doc, view.state.toText(textOnDisk)) });
 * ```
 */
export function findDocumentChanges(document: Text, next: Text): readonly ChangeSpec[] {
  if (document.eq(next)) return [];
  const lines = listLines(next);
  return diffLines(listLines(document), lines).map((change) =>
    toDocumentChange(document, lines, change),
  );
}

function toDocumentChange(
  document: Text,
  lines: readonly string[],
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
): ChangeSpec {
  const inserted = lines.slice(newStart, newEnd);
  const isAtEnd = oldEnd === document.lines;
  // A line break belongs to the line before it, except for those of the last lines.
  const from =
    !isAtEnd || oldStart === 0 ? startOfLine(document, oldStart) : document.line(oldStart).to;
  const to = isAtEnd ? document.length : startOfLine(document, oldEnd);
  const texts = isAtEnd ? [...(oldStart > 0 ? [""] : []), ...inserted] : [...inserted, ""];
  const insert = texts.join("\n");
  const removed = document.sliceString(from, to, "\n");
  const start = countEqual(removed, insert, (index) => index);
  const end = countEqual(
    removed.slice(start),
    insert.slice(start),
    (index, length) => length - 1 - index,
  );
  return {
    from: from + start,
    to: to - end,
    insert: Text.of(insert.slice(start, insert.length - end).split("\n")),
  };
}

function countEqual(
  a: string,
  b: string,
  indexOf: (index: number, length: number) => number,
): number {
  const shorter = Math.min(a.length, b.length);
  let count = 0;
  while (count < shorter && a[indexOf(count, a.length)] === b[indexOf(count, b.length)]) count++;
  return count;
}

/** Returns the position at which a line starts, or the end of the document. Indexes start at 0. */
export function startOfLine(document: Text, line: number): number {
  return line < document.lines ? document.line(line + 1).from : document.length;
}
