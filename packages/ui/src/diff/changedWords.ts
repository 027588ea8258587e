import { diffWordsWithSpace } from "diff";
import type { DiffRow } from "./computeLineDiff.js";

/** A part of a changed line. */
export interface LineSegment {
  readonly text: string;
  readonly isChanged: boolean;
}

/**
 * Two lines with a smaller share of common text count as different lines, not as a changed line.
 */
const MIN_SHARED_RATIO = 0.4;
const MAX_LINE_LENGTH = 500;

/**
 * Marks changed words. Where as many lines were removed as added, each pair is one changed line.
 */
export function markChangedWords(rows: readonly DiffRow[]): readonly DiffRow[] {
  const marked = [...rows];
  for (let start = 0; start < rows.length; start++) {
    const removed = countRun(rows, start, "removed");
    if (removed === 0) continue;
    const added = countRun(rows, start + removed, "added");
    for (let at = start; added === removed && at < start + removed; at++)
      markPair(marked, at, at + removed);
    start += removed + added - 1;
  }
  return marked;
}

function countRun(rows: readonly DiffRow[], start: number, kind: DiffRow["kind"]): number {
  let end = start;
  while (rows[end]?.kind === kind) end++;
  return end - start;
}

function markPair(rows: DiffRow[], oldAt: number, newAt: number): void {
  const before = rows[oldAt];
  const after = rows[newAt];
  if (!before || !after || Math.max(before.text.length, after.text.length) > MAX_LINE_LENGTH)
    return;
  const changes = diffWordsWithSpace(before.text, after.text);
  const shared = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + value.trim().length, 0);
  const longest = Math.max(before.text.trim().length, after.text.trim().length);
  if (shared < longest * MIN_SHARED_RATIO) return;
  const segments = (skip: "added" | "removed"): LineSegment[] =>
    changes
      .filter((change) => !change[skip])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  rows[oldAt] = { ...before, segments: segments("added") };
  rows[newAt] = { ...after, segments: segments("removed") };
}
