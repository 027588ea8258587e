import type { DiffPosition } from "../diff/diffPosition.js";
import type { DiffRow } from "../diff/diffRow.js";
import type { CommentedLines, LineComment } from "./lineComment.js";

/** The shown lines of a file or a diff, by their index. */
export interface LineSource {
  readonly path: string;
  readonly count: number;
  readonly rowAt: (index: number) => DiffRow | undefined;
  /** The lines of the file at which the numbers of the rows start. `undefined` if they are unknown. */
  readonly position: DiffPosition | undefined;
}

/** The part of a comment that follows from the selected rows. */
export type SelectedLines = Pick<LineComment, "lines" | "code" | "isDiff">;

/** The indexes of selected rows. The range grows from `anchor` to `end` in either direction. */
export interface RowRange {
  readonly anchor: number;
  readonly end: number;
}

/** Returns the first and the last index of a range. */
export function sortRange({ anchor, end }: RowRange): { first: number; last: number } {
  return { first: Math.min(anchor, end), last: Math.max(anchor, end) };
}

/** Returns the lines of a range. Removed lines among others make it a diff. */
export function selectLines(source: LineSource, range: RowRange): SelectedLines {
  const { first, last } = sortRange(range);
  const rows = Array.from({ length: last - first + 1 }, (_, index) => source.rowAt(first + index));
  const known = rows.filter((row) => row !== undefined);
  const removed = known.filter(({ kind }) => kind === "removed").length;
  const isDiff = removed > 0 && removed < known.length;
  const lines = numberLines(known, source.position);
  return {
    ...(lines !== undefined && { lines }),
    code: known.map((row) => (isDiff ? withSign(row) : row.text)).join("\n"),
    ...(isDiff && { isDiff }),
  };
}

const SIGNS: Readonly<Record<DiffRow["kind"], string>> = {
  added: "+",
  removed: "-",
  same: " ",
  gap: "",
};

/** Returns a line with the sign of a diff. */
export function withSign({ kind, text }: DiffRow): string {
  return SIGNS[kind] + text;
}

function numberLines(
  rows: readonly DiffRow[],
  position: DiffPosition | undefined,
): CommentedLines | undefined {
  if (position === undefined) return undefined;
  const added = rows.flatMap(({ newLine }) => (newLine === undefined ? [] : [newLine]));
  const removed = rows.flatMap(({ oldLine }) => (oldLine === undefined ? [] : [oldLine]));
  const isOld = added.length === 0;
  const numbers = isOld ? removed : added;
  const [first] = numbers;
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const offset = (isOld ? position.oldLine : position.newLine) - 1;
  return { first: first + offset, last: last + offset, ...(isOld && { isOld }) };
}

/** Returns the row closest to `target` that a range from `anchor` can reach without lines that are not shown. */
export function reachRow(source: LineSource, anchor: number, target: number): number {
  const step = target < anchor ? -1 : 1;
  let row = anchor;
  while (row !== target && isCommentable(source, row + step)) row += step;
  return row;
}

/** Returns whether a row is a line of the file. */
export function isCommentable({ rowAt }: LineSource, index: number): boolean {
  const row = rowAt(index);
  return row !== undefined && row.kind !== "gap";
}

/** Returns the rows that a comment is about, or `undefined` if they are not shown or their code has changed. */
export function findCommentedRows(source: LineSource, comment: LineComment): RowRange | undefined {
  const { lines } = comment;
  if (lines === undefined || source.position === undefined) return undefined;
  const offset = (lines.isOld ? source.position.oldLine : source.position.newLine) - 1;
  const numberAt = (index: number): number | undefined => {
    const row = source.rowAt(index);
    return lines.isOld ? row?.oldLine : row?.newLine;
  };
  let anchor: number | undefined;
  for (let index = 0; index < source.count; index += 1) {
    const number = numberAt(index);
    if (number === undefined) continue;
    if (number + offset === lines.first) anchor = index;
    if (number + offset !== lines.last || anchor === undefined) continue;
    const range = extendToCode(source, { anchor, end: index }, comment);
    return selectLines(source, range).code === comment.code ? range : undefined;
  }
  return undefined;
}

/** Adds the removed lines around a range that the code of the comment contains. */
function extendToCode(source: LineSource, range: RowRange, { code }: LineComment): RowRange {
  const missing = code.split("\n").length - (range.end - range.anchor + 1);
  for (let before = 0; before <= missing; before += 1) {
    const wider = { anchor: range.anchor - before, end: range.end + missing - before };
    if (wider.anchor >= 0 && selectLines(source, wider).code === code) return wider;
  }
  return range;
}
