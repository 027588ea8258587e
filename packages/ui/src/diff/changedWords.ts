import { diffWordsWithSpace } from "diff";
import type { DiffRow } from "./diffRow.js";

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

/** Pairs changed lines. Where as many lines were removed as added, each pair is one changed line. */
export function pairChangedLines(rows: readonly DiffRow[]): readonly DiffRow[] {
  const paired = [...rows];
  for (let start = 0; start < rows.length; start++) {
    const removed = countRun(rows, start, "removed");
    if (removed === 0) continue;
    const added = countRun(rows, start + removed, "added");
    for (let at = start; added === removed && at < start + removed; at++)
      pairRows(paired, at, at + removed);
    start += removed + added - 1;
  }
  return paired;
}

function countRun(rows: readonly DiffRow[], start: number, kind: DiffRow["kind"]): number {
  let end = start;
  while (rows[end]?.kind === kind) end++;
  return end - start;
}

function pairRows(rows: DiffRow[], oldAt: number, newAt: number): void {
  const before = rows[oldAt];
  const after = rows[newAt];
  if (!before || !after) return;
  rows[oldAt] = { ...before, counterpart: after.text };
  rows[newAt] = { ...after, counterpart: before.text };
}

/**
 * Divides a line into changed and unchanged words. Returns `undefined` for a line without a
 * counterpart, or with one that has little in common with it.
 */
export function findChangedWords({
  kind,
  text,
  counterpart,
}: DiffRow): readonly LineSegment[] | undefined {
  if (counterpart === undefined) return undefined;
  const [before, after] = kind === "removed" ? [text, counterpart] : [counterpart, text];
  if (Math.max(before.length, after.length) > MAX_LINE_LENGTH) return undefined;
  const changes = diffWordsWithSpace(before, after);
  const shared = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + value.trim().length, 0);
  const longest = Math.max(before.trim().length, after.trim().length);
  if (shared < longest * MIN_SHARED_RATIO) return undefined;
  return changes
    .filter(({ added, removed }) => (kind === "removed" ? !added : !removed))
    .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
}
