import { diffLines, type LineChange } from "@acp-store/core/diff";
import { type MergeSide, overlapsOf } from "./overlaps.js";
import { isSameList } from "./version.js";

export interface MergedText {
  readonly lines: readonly string[];
  /** The changes of `theirs` that are not in the result, because `mine` changed the same lines. */
  readonly conflicts: readonly LineChange[];
  /** The changes from the result to `theirs`. */
  readonly changes: readonly LineChange[];
}

/** Merges two changes of one text. Where both changed the same lines, the result has those of `mine`. */
export function mergeTexts(old: readonly string[], mine: MergeSide, theirs: MergeSide): MergedText {
  const lines: string[] = [];
  const conflicts: LineChange[] = [];
  const changes: LineChange[] = [];
  let oldAt = 0;
  for (const overlap of overlapsOf(old, mine, theirs)) {
    copyLines(lines, old, oldAt, overlap.oldStart);
    oldAt = overlap.oldEnd;
    if (overlap.mineChanges.length === 0) {
      copyLines(lines, theirs.lines, overlap.theirStart, overlap.theirEnd);
      continue;
    }
    const start = lines.length;
    copyLines(lines, mine.lines, overlap.mineStart, overlap.mineEnd);
    const mineLines = mine.lines.slice(overlap.mineStart, overlap.mineEnd);
    const theirLines = theirs.lines.slice(overlap.theirStart, overlap.theirEnd);
    if (overlap.theirChanges.length === 0)
      addChange(changes, {
        oldStart: start,
        oldEnd: lines.length,
        newStart: overlap.theirStart,
        newEnd: overlap.theirEnd,
      });
    else if (!isSameList(mineLines, theirLines)) {
      conflicts.push(...overlap.theirChanges);
      addChangesBetween(changes, mineLines, start, theirLines, overlap.theirStart);
    }
  }
  copyLines(lines, old, oldAt, old.length);
  return { lines, conflicts, changes };
}

/**
 * Returns the changes from the old text of `changes` to the result of a further edit of their new text.
 * Only what the edit touches is compared again, so the other changes stay the same.
 */
export function continueChanges(
  base: readonly string[],
  changes: readonly LineChange[],
  current: readonly string[],
  edit: MergeSide,
): readonly LineChange[] {
  const toBase = { lines: base, changes: changes.map(reverseChange) };
  const continued: LineChange[] = [];
  for (const overlap of overlapsOf(current, toBase, edit)) {
    const { mineStart, mineEnd, theirStart, theirEnd } = overlap;
    if (overlap.theirChanges.length === 0)
      addChange(continued, {
        oldStart: mineStart,
        oldEnd: mineEnd,
        newStart: theirStart,
        newEnd: theirEnd,
      });
    else
      addChangesBetween(
        continued,
        base.slice(mineStart, mineEnd),
        mineStart,
        edit.lines.slice(theirStart, theirEnd),
        theirStart,
      );
  }
  return continued;
}

/** Returns the change that leads back. */
export function reverseChange({ oldStart, oldEnd, newStart, newEnd }: LineChange): LineChange {
  return { oldStart: newStart, oldEnd: newEnd, newStart: oldStart, newEnd: oldEnd };
}

/** Adds a change to a list in order. Changes without a line between them become one. */
function addChange(changes: LineChange[], change: LineChange): void {
  const last = changes.at(-1);
  if (last !== undefined && last.oldEnd === change.oldStart && last.newEnd === change.newStart)
    changes[changes.length - 1] = { ...last, oldEnd: change.oldEnd, newEnd: change.newEnd };
  else changes.push(change);
}

/** Adds the differences of two parts that begin at `oldStart` and `newStart` of their texts. */
function addChangesBetween(
  changes: LineChange[],
  oldLines: readonly string[],
  oldStart: number,
  newLines: readonly string[],
  newStart: number,
): void {
  for (const change of diffLines(oldLines, newLines))
    addChange(changes, {
      oldStart: change.oldStart + oldStart,
      oldEnd: change.oldEnd + oldStart,
      newStart: change.newStart + newStart,
      newEnd: change.newEnd + newStart,
    });
}

function copyLines(to: string[], from: readonly string[], start: number, end: number): void {
  for (let index = start; index < end; index++) to.push(from[index] ?? "");
}
