import { findAnchors } from "./anchors.js";
import { findEditPath } from "./editPath.js";
import type { LineChange } from "./lineChange.js";

/** The counterpart of a line that only one text has. */
export const NONE = -1;

/** Limits the work for texts in which each anchor only reveals the next one. */
const MAX_DEPTH = 16;

interface Part extends LineChange {
  /** The number of times that anchors have divided the texts. */
  readonly depth: number;
}

/** For each old line the index of the matching new line, or `NONE`. */
type Counterparts = Int32Array;

/**
 * Returns the index of the matching new line for each old line, or `NONE`. Matches never cross.
 * The lines are numbers (see `numberLines`).
 */
export function findCommonLines(oldLines: Int32Array, newLines: Int32Array): Counterparts {
  // Lines of only one text change in any case. Without them, unlike texts cost less.
  const oldShared = indexesOfShared(oldLines, newLines);
  const newShared = indexesOfShared(newLines, oldLines);
  const matches = matchLines(
    oldShared.map((index) => oldLines[index] ?? NONE),
    newShared.map((index) => newLines[index] ?? NONE),
  );
  const counterparts = new Int32Array(oldLines.length).fill(NONE);
  oldShared.forEach((oldIndex, index) => {
    counterparts[oldIndex] = newShared[matches[index] ?? NONE] ?? NONE;
  });
  return counterparts;
}

function indexesOfShared(lines: Int32Array, others: Int32Array): Int32Array {
  // The numbers of lines have no gaps.
  const isShared = new Uint8Array(lines.length + others.length);
  for (const line of others) isShared[line] = 1;
  const indexes = new Int32Array(lines.length);
  let count = 0;
  for (let index = 0; index < lines.length; index++)
    if (isShared[lines[index] ?? NONE] === 1) indexes[count++] = index;
  return indexes.subarray(0, count);
}

/** Matches lines that both texts contain. */
function matchLines(oldLines: Int32Array, newLines: Int32Array): Counterparts {
  const counterparts = new Int32Array(oldLines.length).fill(NONE);
  const parts: Part[] = [
    { oldStart: 0, oldEnd: oldLines.length, newStart: 0, newEnd: newLines.length, depth: 0 },
  ];
  for (let next = parts.pop(); next !== undefined; next = parts.pop()) {
    const part = trimEnds(oldLines, newLines, next, counterparts);
    if (part.oldStart === part.oldEnd || part.newStart === part.newEnd) continue;
    const path = findEditPath(oldLines, newLines, part);
    const isComplete = path.oldEnd === part.oldEnd && path.newEnd === part.newEnd;
    const mayDivide = !isComplete && part.depth < MAX_DEPTH;
    const anchors = mayDivide ? findAnchors(oldLines, newLines, part) : [];
    const matches = anchors.length > 0 ? anchors : path.matches;
    for (const [oldIndex, newIndex] of matches) counterparts[oldIndex] = newIndex;
    if (anchors.length > 0) for (const between of divide(part, anchors)) parts.push(between);
    // Anchors are not looked for again in the rest: each search visits all of it.
    else if (!isComplete)
      parts.push({ ...part, oldStart: path.oldEnd, newStart: path.newEnd, depth: MAX_DEPTH });
  }
  return counterparts;
}

/** Matches the equal lines at both ends of a part, and returns the rest. */
function trimEnds(
  oldLines: Int32Array,
  newLines: Int32Array,
  { oldStart, oldEnd, newStart, newEnd, depth }: Part,
  counterparts: Counterparts,
): Part {
  while (oldStart < oldEnd && newStart < newEnd && oldLines[oldStart] === newLines[newStart])
    counterparts[oldStart++] = newStart++;
  while (oldStart < oldEnd && newStart < newEnd && oldLines[oldEnd - 1] === newLines[newEnd - 1])
    counterparts[--oldEnd] = --newEnd;
  return { oldStart, oldEnd, newStart, newEnd, depth };
}

/** Returns the parts before, between and after anchors. */
function divide(part: Part, anchors: readonly (readonly [number, number])[]): Part[] {
  const depth = part.depth + 1;
  let { oldStart, newStart } = part;
  const parts: Part[] = [];
  for (const [oldEnd, newEnd] of [...anchors, [part.oldEnd, part.newEnd] as const]) {
    parts.push({ oldStart, oldEnd, newStart, newEnd, depth });
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  }
  return parts;
}
