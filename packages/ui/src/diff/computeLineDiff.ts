import { type LineHunk, listHunks, splitLines } from "@acp-store/core/diff";
import type { StructuredPatchHunk } from "diff";
import { pairChangedLines } from "./changedWords.js";
import type { DiffRow } from "./diffRow.js";

export interface LineDiff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** The number of unchanged lines around a change. */
export const CONTEXT_LINES = 3;

/** Compares two texts. Lines that differ only in their terminators `\r\n` and `\n` count as equal. */
export function computeLineDiff(oldText: string, newText: string): LineDiff {
  return toLineDiff(listHunks(toLines(oldText), toLines(newText), CONTEXT_LINES));
}

function toLines(text: string): string[] {
  return splitLines(text.replaceAll("\r\n", "\n"));
}

/** Converts the hunks of a patch for one file. */
export function convertHunks(hunks: readonly StructuredPatchHunk[]): LineDiff {
  return toLineDiff(hunks.map(convertHunk));
}

function convertHunk({ lines, oldStart, newStart }: StructuredPatchHunk): LineHunk {
  return {
    oldStart: oldStart - 1,
    newStart: newStart - 1,
    lines: lines
      // "\ No newline at end of file"
      .filter((line) => !line.startsWith("\\"))
      .map((line) => ({
        kind: line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "equal",
        text: line.slice(1),
      })),
  };
}

function toLineDiff(hunks: readonly LineHunk[]): LineDiff {
  const rows = pairChangedLines(hunks.flatMap(toHunkRows));
  return { rows, added: countRows(rows, "added"), removed: countRows(rows, "removed") };
}

function toHunkRows({ lines, oldStart, newStart }: LineHunk, index: number): DiffRow[] {
  const rows: DiffRow[] = index === 0 ? [] : [{ kind: "gap", text: "" }];
  let oldLine = oldStart + 1;
  let newLine = newStart + 1;
  for (const { kind, text: line } of lines) {
    const text = line.replace(/\n$/, "");
    if (kind === "added") rows.push({ kind, text, newLine: newLine++ });
    else if (kind === "removed") rows.push({ kind, text, oldLine: oldLine++ });
    else rows.push({ kind: "same", text, oldLine: oldLine++, newLine: newLine++ });
  }
  return rows;
}

function countRows(rows: readonly DiffRow[], kind: DiffRow["kind"]): number {
  return rows.reduce((total, row) => total + (row.kind === kind ? 1 : 0), 0);
}
