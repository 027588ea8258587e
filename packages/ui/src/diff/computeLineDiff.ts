import { structuredPatch, type StructuredPatchHunk } from "diff";
import { markChangedWords, type LineSegment } from "./changedWords.js";

/** One displayed line of a diff. */
export interface DiffRow {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
  /** The parts of a line of which only some changed. */
  readonly segments?: readonly LineSegment[];
}

export interface LineDiff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

const CONTEXT_LINES = 3;
/**
 * Diffing large, dissimilar texts would block the page. On a timeout, every line counts as changed.
 */
const TIMEOUT_MS = 150;

export function computeLineDiff(oldText: string, newText: string): LineDiff {
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS, stripTrailingCr: true };
  const patch = structuredPatch("", "", oldText, newText, undefined, undefined, options);
  if (patch !== undefined) return convertHunks(patch.hunks);
  return withCounts([...toRows(oldText, "removed"), ...toRows(newText, "added")]);
}

/** Converts the hunks of a patch for one file. */
export function convertHunks(hunks: readonly StructuredPatchHunk[]): LineDiff {
  return withCounts(markChangedWords(hunks.flatMap(toHunkRows)));
}

function withCounts(rows: readonly DiffRow[]): LineDiff {
  return { rows, added: countRows(rows, "added"), removed: countRows(rows, "removed") };
}

const ROW_KINDS: Readonly<Record<string, DiffRow["kind"]>> = { "+": "added", "-": "removed" };

function toHunkRows(hunk: StructuredPatchHunk, index: number): DiffRow[] {
  const lines = hunk.lines
    // "\ No newline at end of file"
    .filter((line) => !line.startsWith("\\"))
    .map((line): DiffRow => ({ kind: ROW_KINDS[line.charAt(0)] ?? "same", text: line.slice(1) }));
  return index === 0 ? lines : [{ kind: "gap", text: "" }, ...lines];
}

function toRows(text: string, kind: "added" | "removed"): DiffRow[] {
  if (text === "") return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ kind, text: line }));
}

function countRows(rows: readonly DiffRow[], kind: DiffRow["kind"]): number {
  return rows.reduce((total, row) => total + (row.kind === kind ? 1 : 0), 0);
}
