import type { Hunk, ReviewedFile } from "@acp-store/review";

/** The changes to show: all of them, or those with lines of the user or of unknown origin. */
export type ChangeFilter = "all" | "user" | "unknown";

export const CHANGE_FILTERS: readonly ChangeFilter[] = ["all", "user", "unknown"];

/** Returns whether a filter shows a change. */
export function matchesFilter({ origins }: Pick<Hunk, "origins">, filter: ChangeFilter): boolean {
  return filter === "all" || origins.some(({ by }) => by === filter);
}

/** Returns the number of changes that a filter shows. */
export function countMatches(files: Iterable<ReviewedFile>, filter: ChangeFilter): number {
  let count = 0;
  for (const { hunks } of files)
    count += hunks.filter((hunk) => matchesFilter(hunk, filter)).length;
  return count;
}
