import type { CodeLine } from "../context/slots.js";
import type { LineSegment } from "./changedWords.js";
import type { DiffRow } from "./diffRow.js";

/** Returns the code before or after a change: the lines of the rows without those of one kind. */
export function joinRowsExcept(kind: "added" | "removed", rows: readonly DiffRow[]): string {
  return rows
    .filter((row) => row.kind !== kind)
    .map(({ text }) => text)
    .join("\n");
}

/** Returns the tokens of each row, from the lines of the code before and after the change. */
export function getRowTokens(
  rows: readonly DiffRow[],
  before: readonly CodeLine[] | undefined,
  after: readonly CodeLine[] | undefined,
): readonly (CodeLine | undefined)[] {
  let oldLine = 0;
  let newLine = 0;
  return rows.map(({ kind }) => {
    const tokens = kind === "removed" ? before?.[oldLine] : after?.[newLine];
    if (kind !== "added") oldLine += 1;
    if (kind !== "removed") newLine += 1;
    return tokens;
  });
}

/** Divides the tokens of a line among its segments. */
export function divideTokens(
  line: CodeLine,
  segments: readonly LineSegment[],
): readonly CodeLine[] {
  let start = 0;
  return segments.map(({ text }) => {
    const tokens = sliceTokens(line, start, start + text.length);
    start += text.length;
    return tokens;
  });
}

/** Returns the tokens between two positions of a line. */
function sliceTokens(line: CodeLine, start: number, end: number): CodeLine {
  let position = 0;
  return line.flatMap((token) => {
    const text = token.text.slice(Math.max(0, start - position), Math.max(0, end - position));
    position += token.text.length;
    return text === "" ? [] : [{ ...token, text }];
  });
}
