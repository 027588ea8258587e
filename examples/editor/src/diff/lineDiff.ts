import { structuredPatch, type StructuredPatchHunk } from "diff";
import { markChangedWords, type Segment } from "./changedWords.js";

/** One line of a diff as it is shown. */
export interface DiffRow {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
  /** The line in pieces, where only some of them changed. */
  readonly segments?: readonly Segment[];
}

export interface LineDiff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

const CONTEXT_LINES = 3;
/** A diff of two large, unlike texts would block the page: then all is old, or new. */
const TIMEOUT_MS = 150;

export function lineDiff(oldText: string, newText: string): LineDiff {
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS, stripTrailingCr: true };
  const patch = structuredPatch("", "", oldText, newText, undefined, undefined, options);
  if (patch !== undefined) return rowsOfHunks(patch.hunks);
  return counted([...linesOf(oldText, "removed"), ...linesOf(newText, "added")]);
}

/** The lines of a patch of one file. */
export function rowsOfHunks(hunks: readonly StructuredPatchHunk[]): LineDiff {
  return counted(markChangedWords(hunks.flatMap(rowsOf)));
}

function counted(rows: readonly DiffRow[]): LineDiff {
  return { rows, added: count(rows, "added"), removed: count(rows, "removed") };
}

const KINDS: Readonly<Record<string, DiffRow["kind"]>> = { "+": "added", "-": "removed" };

function rowsOf(hunk: StructuredPatchHunk, index: number): DiffRow[] {
  const lines = hunk.lines
    // "\ No newline at end of file"
    .filter((line) => !line.startsWith("\\"))
    .map((line): DiffRow => ({ kind: KINDS[line.charAt(0)] ?? "same", text: line.slice(1) }));
  return index === 0 ? lines : [{ kind: "gap", text: "" }, ...lines];
}

function linesOf(text: string, kind: "added" | "removed"): DiffRow[] {
  if (text === "") return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ kind, text: line }));
}

function count(rows: readonly DiffRow[], kind: DiffRow["kind"]): number {
  return rows.reduce((total, row) => total + (row.kind === kind ? 1 : 0), 0);
}
