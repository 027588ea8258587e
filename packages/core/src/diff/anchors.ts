import type { LineChange } from "./lineChange.js";

interface Occurrences {
  old: number;
  new: number;
  oldIndex: number;
  newIndex: number;
}

/**
 * Returns the longest sequence of lines that occur exactly once in both texts of a part and have the
 * same order there, as pairs of indexes. Such lines are reliable matches, as in a patience diff.
 */
export function findAnchors(
  oldLines: Int32Array,
  newLines: Int32Array,
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
): [number, number][] {
  const occurrences = new Map<number, Occurrences>();
  oldLines.subarray(oldStart, oldEnd).forEach((line, index) => {
    const known = occurrences.get(line);
    if (known !== undefined) known.old++;
    else occurrences.set(line, { old: 1, new: 0, oldIndex: oldStart + index, newIndex: 0 });
  });
  newLines.subarray(newStart, newEnd).forEach((line, index) => {
    const known = occurrences.get(line);
    if (known === undefined) return;
    known.new++;
    known.newIndex = newStart + index;
  });
  const pairs: [number, number][] = [];
  for (const { old, new: inNew, oldIndex, newIndex } of occurrences.values())
    if (old === 1 && inNew === 1) pairs.push([oldIndex, newIndex]);
  return longestIncreasing(pairs);
}

/** Returns the longest sequence of pairs whose second numbers increase. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  /** By length, minus 1: the sequence of that length with the smallest end, linked backward. */
  const sequences: Sequence[] = [];
  for (const pair of pairs) {
    const length = countSmaller(sequences, pair[1]);
    sequences[length] = { pair, before: sequences[length - 1] };
  }
  const longest: [number, number][] = [];
  for (let end = sequences.at(-1); end !== undefined; end = end.before) longest.push(end.pair);
  return longest.reverse();
}

interface Sequence {
  readonly pair: [number, number];
  readonly before: Sequence | undefined;
}

function countSmaller(sequences: readonly Sequence[], value: number): number {
  let low = 0;
  let high = sequences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = sequences[middle]?.pair[1] ?? value;
    if (end < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
