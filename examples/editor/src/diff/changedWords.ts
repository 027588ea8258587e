import { diffWordsWithSpace } from "diff";
import type { DiffRow } from "./lineDiff.js";

/** A piece of a changed line. */
export interface Segment {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines that share less than this are different lines, not changed ones. */
const MIN_SHARED = 0.4;
const MAX_LINE = 500;

/** Where as many lines came as went, each pair is taken for one line that changed. */
export function markChangedWords(rows: readonly DiffRow[]): readonly DiffRow[] {
  const marked = [...rows];
  for (let start = 0; start < rows.length; start++) {
    const removed = runLength(rows, start, "removed");
    if (removed === 0) continue;
    const added = runLength(rows, start + removed, "added");
    for (let at = start; added === removed && at < start + removed; at++)
      markPair(marked, at, at + removed);
    start += removed + added - 1;
  }
  return marked;
}

function runLength(rows: readonly DiffRow[], start: number, kind: DiffRow["kind"]): number {
  let end = start;
  while (rows[end]?.kind === kind) end++;
  return end - start;
}

function markPair(rows: DiffRow[], oldAt: number, newAt: number): void {
  const before = rows[oldAt];
  const after = rows[newAt];
  if (!before || !after || Math.max(before.text.length, after.text.length) > MAX_LINE) return;
  const changes = diffWordsWithSpace(before.text, after.text);
  const shared = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + value.trim().length, 0);
  const longest = Math.max(before.text.trim().length, after.text.trim().length);
  if (shared < longest * MIN_SHARED) return;
  const segments = (skip: "added" | "removed"): Segment[] =>
    changes
      .filter((change) => !change[skip])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  rows[oldAt] = { ...before, segments: segments("added") };
  rows[newAt] = { ...after, segments: segments("removed") };
}
