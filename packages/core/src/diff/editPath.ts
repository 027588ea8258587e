import type { LineChange } from "./lineChange.js";

/** The maximum number of added and removed lines on a path. The work grows with its square. */
const MAX_EDITS = 256;

/** The position on a diagonal that no path reaches. */
const UNREACHED = -1;

/** A path from the start of a part toward its end. */
export interface EditPath {
  /** The pairs of equal lines on the path, in order. */
  readonly matches: readonly (readonly [number, number])[];
  /** The end of the path in the old text: the end of the part, unless that takes too many edits. */
  readonly oldEnd: number;
  /** The end of the path in the new text. */
  readonly newEnd: number;
}

/** A number of old lines and of new lines from the start of a part. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The furthest `x` of all paths with the same number of edits, by the diagonal `x - y`. Diagonals
 * also have negative numbers, so they are stored with an offset.
 */
interface Round {
  readonly furthest: Int32Array;
  readonly offset: number;
}

/**
 * Finds the path with the fewest edits through a part, with the greedy algorithm of Myers ("An O(ND)
 * difference algorithm and its variations"). If the end of the part is more than `MAX_EDITS` edits
 * away, the result is the path that gets the furthest with that many.
 */
export function findEditPath(
  oldLines: Int32Array,
  newLines: Int32Array,
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
): EditPath {
  const size: Point = { x: oldEnd - oldStart, y: newEnd - newStart };
  const limit = Math.min(MAX_EDITS, size.x + size.y);
  const offset = limit + 1;
  const furthest = new Int32Array(2 * offset + 1).fill(UNREACHED);
  const rounds: Round[] = [];
  let end: Point = { x: 0, y: 0 };
  for (let edits = 0; edits <= limit; edits++) {
    const before: Round = { furthest: furthest.slice(), offset };
    rounds.push(before);
    end = { x: 0, y: 0 };
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x =
        edits === 0
          ? 0
          : Math.max(afterAdding(before, diagonal, size), afterRemoving(before, diagonal, size));
      if (x !== UNREACHED) {
        let y = x - diagonal;
        while (x < size.x && y < size.y && oldLines[oldStart + x] === newLines[newStart + y]) {
          x++;
          y++;
        }
        if (x + y > end.x + end.y) end = { x, y };
      }
      furthest[diagonal + offset] = x;
    }
    if (end.x === size.x && end.y === size.y) break;
  }
  const matches = listMatches(rounds, end, size).map(
    ({ x, y }) => [oldStart + x, newStart + y] as const,
  );
  return { matches, oldEnd: oldStart + end.x, newEnd: newStart + end.y };
}

/** Returns the `x` on a diagonal after a path of the previous round adds a line. */
function afterAdding({ furthest, offset }: Round, diagonal: number, size: Point): number {
  const x = furthest[diagonal + 1 + offset] ?? UNREACHED;
  return x === UNREACHED || x - diagonal > size.y ? UNREACHED : x;
}

/** Returns the `x` on a diagonal after a path of the previous round removes a line. */
function afterRemoving({ furthest, offset }: Round, diagonal: number, size: Point): number {
  const x = furthest[diagonal - 1 + offset] ?? UNREACHED;
  return x === UNREACHED || x === size.x ? UNREACHED : x + 1;
}

/** Follows a path back from its end, and lists its equal lines. */
function listMatches(rounds: readonly Round[], end: Point, size: Point): Point[] {
  const matches: Point[] = [];
  let { x, y } = end;
  for (const [edits, round] of [...rounds.entries()].reverse()) {
    const diagonal = x - y;
    const added = edits === 0 ? 0 : afterAdding(round, diagonal, size);
    const removed = edits === 0 ? 0 : afterRemoving(round, diagonal, size);
    const start = Math.max(added, removed);
    while (x > start) matches.push({ x: --x, y: --y });
    if (added >= removed) y--;
    else x--;
  }
  return matches.reverse();
}
