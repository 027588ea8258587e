import { splitLines } from "@acp-store/core/diff";
import type { ChangeDesc, EditorState, Text } from "@codemirror/state";
import type { ReviewTexts } from "../createReview.js";
import type { Hunk, ReviewedFile } from "../engine/reviewState.js";
import { isProtectedOrigin } from "../model/origin.js";
import { createLineFinder, startOfLine } from "./documentText.js";

/** A part of the document that consists of whole lines. `to` is the end of the last one. */
export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/** A hunk and its place in the document. */
export interface ShownHunk extends DocumentRange {
  readonly hunk: Hunk;
  /** The lines that the hunk removes, without line breaks. */
  readonly removed: readonly string[];
  /** Whether the document has no line of the hunk. Then `from` and `to` are the place of the removal. */
  readonly isRemoval: boolean;
  /** Whether the place of the removal is after the last line of the document. */
  readonly isAfterEnd: boolean;
  /** The added lines of the user, or of unknown origin. */
  readonly protectedLines: readonly DocumentRange[];
}

type Place = Pick<ShownHunk, "from" | "to" | "isRemoval" | "isAfterEnd">;

/** Returns whether a hunk changes lines, and not the mode of the file. */
function changesLines({ base, current }: Hunk): boolean {
  return base[0] < base[1] || current[0] < current[1];
}

/** Returns the hunks of a file with their places in the document, in order. */
export function placeHunks(
  state: EditorState,
  { hunks }: Pick<ReviewedFile, "hunks">,
  { base, current }: Pick<ReviewTexts, "base" | "current">,
): readonly ShownHunk[] {
  if (current === null) return [];
  const findLine = createLineFinder(state, current);
  const baseLines = splitLines(base ?? "");
  const { doc } = state;
  const place = ([start, end]: readonly [number, number]): Place => {
    const isEmpty = start === end;
    const startLine = findLine(start, "start");
    const endLine = isEmpty ? startLine : findLine(end, "end");
    const from = startOfLine(doc, startLine);
    const isAfterEnd = startLine >= doc.lines;
    const isRemoval = isAfterEnd || endLine <= startLine;
    const to = isRemoval ? from : doc.line(Math.min(endLine, doc.lines)).to;
    return { from, to, isRemoval, isAfterEnd };
  };
  return hunks.filter(changesLines).map((hunk) => ({
    hunk,
    removed: baseLines.slice(...hunk.base).map((line) => line.replace(/\r?\n$/, "")),
    ...place(hunk.current),
    protectedLines: hunk.origins
      .filter(({ by, lines: [start, end] }) => isProtectedOrigin(by) && start < end)
      .map(({ lines }) => place(lines))
      .filter(({ isRemoval }) => !isRemoval),
  }));
}

/** Moves hunks with a change of the document. They stay on whole lines. */
export function mapHunks(
  hunks: readonly ShownHunk[],
  changes: ChangeDesc,
  document: Text,
): readonly ShownHunk[] {
  return hunks.map((shown) => {
    const moved = mapRange(shown, changes, document);
    const place = shown.isAfterEnd ? document.length : moved.from;
    return {
      ...shown,
      ...(shown.isRemoval ? { from: place, to: place } : moved),
      protectedLines: shown.protectedLines.map((range) => mapRange(range, changes, document)),
    };
  });
}

/** Moves whole lines with a change of the document. */
export function mapRange(
  { from, to }: DocumentRange,
  changes: ChangeDesc,
  document: Text,
): DocumentRange {
  const start = document.lineAt(changes.mapPos(from, -1)).from;
  return { from: start, to: document.lineAt(Math.max(start, changes.mapPos(to, 1))).to };
}

/** Returns the index of the first range that ends at a position or after it. The ranges are in order. */
export function findFirstEndingAt(ranges: readonly DocumentRange[], position: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? position) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the hunk at the line of a position, or -1. */
export function findHunkAt(
  hunks: readonly ShownHunk[],
  document: Text,
  position: number,
  preferredId?: string,
): number {
  const line = document.lineAt(position);
  const isAtLine = (shown: ShownHunk | undefined): boolean =>
    shown !== undefined && shown.from <= line.to && shown.to >= line.from;
  const first = findFirstEndingAt(hunks, line.from);
  for (let index = first; isAtLine(hunks[index]); index++)
    if (hunks[index]?.hunk.hunkId === preferredId) return index;
  return isAtLine(hunks[first]) ? first : -1;
}
