import type { LineChange } from "@acp-store/core/diff";
import { growthOf } from "./spans.js";

/** A text and the changes that lead to it from the old text of a merge. */
export interface MergeSide {
  readonly lines: readonly string[];
  readonly changes: readonly LineChange[];
}

/** A part of a text that one side or both have changed: its range in the old text and on both sides. */
export interface Overlap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly mineStart: number;
  readonly mineEnd: number;
  readonly theirStart: number;
  readonly theirEnd: number;
  readonly mineChanges: readonly LineChange[];
  readonly theirChanges: readonly LineChange[];
}

/** Lists the parts that two sides have changed, in order. Changes that overlap are in one part. */
export function overlapsOf(
  old: readonly string[],
  mine: MergeSide,
  theirs: MergeSide,
): readonly Overlap[] {
  const sharedEnd = startOfSharedEnd(old, mine, theirs);
  const overlaps: Overlap[] = [];
  let mineAt = 0;
  let theirAt = 0;
  let mineShift = 0;
  let theirShift = 0;
  for (
    let first = firstOf(mine.changes[mineAt], theirs.changes[theirAt]);
    first !== undefined;
    first = firstOf(mine.changes[mineAt], theirs.changes[theirAt])
  ) {
    const { oldStart } = first;
    const isInsertion = first.oldEnd === oldStart;
    let reachesEnd = oldStart >= sharedEnd;
    let oldEnd = reachesEnd ? old.length : first.oldEnd;
    const mineChanges: LineChange[] = [];
    const theirChanges: LineChange[] = [];
    const belongs = (change: LineChange): boolean =>
      change === first ||
      (reachesEnd && change.oldStart >= sharedEnd) ||
      change.oldStart < oldEnd ||
      (isInsertion && change.oldEnd === oldStart);
    const take = (changes: readonly LineChange[], at: number, taken: LineChange[]): number => {
      let next = at;
      for (
        let change = changes[next];
        change !== undefined && belongs(change);
        change = changes[next]
      ) {
        taken.push(change);
        next++;
        reachesEnd ||= change.oldStart >= sharedEnd;
        oldEnd = reachesEnd ? old.length : Math.max(oldEnd, change.oldEnd);
      }
      return next;
    };
    for (let before = -1; before !== mineAt + theirAt; ) {
      before = mineAt + theirAt;
      mineAt = take(mine.changes, mineAt, mineChanges);
      theirAt = take(theirs.changes, theirAt, theirChanges);
    }
    const mineStart = oldStart + mineShift;
    const theirStart = oldStart + theirShift;
    mineShift += totalGrowth(mineChanges);
    theirShift += totalGrowth(theirChanges);
    overlaps.push({
      ...{ oldStart, oldEnd, mineStart, theirStart, mineChanges, theirChanges },
      mineEnd: oldEnd + mineShift,
      theirEnd: oldEnd + theirShift,
    });
  }
  return overlaps;
}

/**
 * A last line without a terminator must stay last. So if both sides changed the end of the text, these
 * changes are one part. Returns its start, or `Infinity`.
 */
function startOfSharedEnd(old: readonly string[], mine: MergeSide, theirs: MergeSide): number {
  const isTerminated = [old, mine.lines, theirs.lines].every(
    (lines) => lines.at(-1)?.endsWith("\n") ?? true,
  );
  const lastOfMine = mine.changes.at(-1);
  const lastOfTheirs = theirs.changes.at(-1);
  if (isTerminated || lastOfMine?.oldEnd !== old.length || lastOfTheirs?.oldEnd !== old.length)
    return Infinity;
  return Math.min(lastOfMine.oldStart, lastOfTheirs.oldStart);
}

function firstOf(a: LineChange | undefined, b: LineChange | undefined): LineChange | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const isFirst = a.oldStart < b.oldStart || (a.oldStart === b.oldStart && a.oldEnd <= b.oldEnd);
  return isFirst ? a : b;
}

function totalGrowth(changes: readonly LineChange[]): number {
  return changes.reduce((total, change) => total + growthOf(change), 0);
}
