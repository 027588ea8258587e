import { findCommonLines, NONE } from "./commonLines.js";
import type { LineChange } from "./lineChange.js";
import { numberLines } from "./numberLines.js";

/**
 * Returns the blocks in which two lists of lines differ, in order. Lines are equal if their strings
 * are, including the terminators that `splitLines` keeps. At least one equal line separates two blocks.
 *
 * The result is as small as possible if at most 256 of the lines that both lists contain have to be
 * added or removed. Beyond that, lines that occur only once in each list are matched first, and the
 * result may be larger. The work is limited: it grows with the number of lines, however they differ.
 *
 * @example
 * ```ts
 * diffLines(splitLines("one\ntwo\n"), splitLines("one\n2\nthree\n"));
 * // [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 3 }]
 * ```
 */
export function diffLines(oldLines: readonly string[], newLines: readonly string[]): LineChange[] {
  // Comparing the ends first saves numbering all lines after a small change.
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start++;
  let oldEnd = oldLines.length;
  let newEnd = newLines.length;
  while (oldEnd > start && newEnd > start && oldLines[oldEnd - 1] === newLines[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const middle = { oldStart: start, oldEnd, newStart: start, newEnd };
  if (oldEnd === start || newEnd === start) return oldEnd === newEnd ? [] : [middle];
  const numbers = numberLines(oldLines.slice(start, oldEnd), newLines.slice(start, newEnd));
  return listChanges(middle, findCommonLines(numbers.old, numbers.new));
}

/** Lists the blocks between the common lines of a part, whose indexes count from its start. */
function listChanges(part: LineChange, counterparts: Int32Array): LineChange[] {
  const changes: LineChange[] = [];
  let { oldStart, newStart } = part;
  const closeBlock = (oldEnd: number, newEnd: number): void => {
    if (oldEnd > oldStart || newEnd > newStart)
      changes.push({ oldStart, oldEnd, newStart, newEnd });
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  };
  counterparts.forEach((counterpart, index) => {
    if (counterpart !== NONE) closeBlock(part.oldStart + index, part.newStart + counterpart);
  });
  closeBlock(part.oldEnd, part.newEnd);
  return changes;
}
