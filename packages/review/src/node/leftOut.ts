import type { Snapshot } from "../files.js";

/** Returns a function that tells whether a snapshot left out a path, or a folder that contains it. */
function createLeftOutCheck({ leftOut }: Snapshot): (path: string) => boolean {
  const entries = new Set(leftOut);
  return (path) => {
    if (entries.has(path)) return true;
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
      if (entries.has(path.slice(0, end + 1))) return true;
    return false;
  };
}

/** A path that differs, and whether it is in each snapshot. */
export interface Difference {
  readonly path: string;
  readonly isInFrom: boolean;
  readonly isInTo: boolean;
}

/**
 * Returns the paths of differences that are certain. A path that is missing in a snapshot which left
 * it out may have existed then.
 */
export function selectCertain(
  differences: readonly Difference[],
  from: Snapshot,
  to: Snapshot,
): string[] {
  const isLeftOutOfFrom = createLeftOutCheck(from);
  const isLeftOutOfTo = createLeftOutCheck(to);
  const unreadable = new Set([...from.unreadable, ...to.unreadable]);
  return differences
    .filter(
      ({ path, isInFrom, isInTo }) =>
        !unreadable.has(path) &&
        (isInFrom || !isLeftOutOfFrom(path)) &&
        (isInTo || !isLeftOutOfTo(path)),
    )
    .map(({ path }) => path);
}
