import { structuredPatch, type StructuredPatchHunk } from "diff";
import { pairChangedLines } from "./changedWords.js";
import type { DiffRow } from "./diffRow.js";

export interface LineDiff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** The number of unchanged lines around a change. */
export const CONTEXT_LINES = 3;
/**
 * Diffing large, dissimilar texts would block the page. On a timeout, every line counts as changed.
 */
const TIMEOUT_MS = 100;

export function computeLineDiff(oldText: string, newText: string): LineDiff {
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS, stripTrailingCr: true };
  const patch = structuredPatch("", "", oldText, newText, undefined, undefined, options);
  if (patch !== undefined) return convertHunks(patch.hunks);
  return withCounts([...toRows(oldText, "removed"), ...toRows(newText, "added")]);
}

/** Converts the hunks of a patch for one file. */
export function convertHunks(hunks: readonly StructuredPatchHunk[]): LineDiff {
  return withCounts(pairChangedLines(hunks.flatMap(toHunkRows)));
}

function withCounts(rows: readonly DiffRow[]): LineDiff {
  return { rows, added: countRows(rows, "added"), removed: countRows(rows, "removed") };
}

function toHunkRows({ lines, oldStart, newStart }: StructuredPatchHunk, index: number): DiffRow[] {
  const rows: DiffRow[] = index === 0 ? [] : [{ kind: "gap", text: "" }];
  let oldLine = oldStart;
  let newLine = newStart;
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith("+")) rows.push({ kind: "added", text, newLine: newLine++ });
    else if (line.startsWith("-")) rows.push({ kind: "removed", text, oldLine: oldLine++ });
    // "\ No newline at end of file"
    else if (!line.startsWith("\\"))
      rows.push({ kind: "same", text, oldLine: oldLine++, newLine: newLine++ });
  }
  return rows;
}

function toRows(text: string, kind: "added" | "removed"): DiffRow[] {
  if (text === "") return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => ({
      kind,
      text: line,
      [kind === "added" ? "newLine" : "oldLine"]: index + 1,
    }));
}

function countRows(rows: readonly DiffRow[], kind: DiffRow["kind"]): number {
  return rows.reduce((total, row) => total + (row.kind === kind ? 1 : 0), 0);
}
