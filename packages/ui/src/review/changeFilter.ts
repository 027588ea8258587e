import type { Hunk, ReviewedFile } from "@acp-store/review";

/** The changes to show: all of them, or those with lines of the user or of unknown origin. */
export type ChangeFilter = "all" | "user" | "unknown";

export const CHANGE_FILTERS: readonly ChangeFilter[] = ["all", "user", "unknown"];

type ShowsHunk = (hunk: Pick<Hunk, "origins">) => boolean;

/** The functions that return whether a filter shows a change. */
export const FILTERS: Readonly<Record<ChangeFilter, ShowsHunk>> = {
  all: () => true,
  user: ({ origins }) => origins.some(({ by }) => by === "user"),
  unknown: ({ origins }) => origins.some(({ by }) => by === "unknown"),
};

/** Returns the number of changes that a filter shows. */
export function countMatches(files: Iterable<ReviewedFile>, filter: ChangeFilter): number {
  let count = 0;
  for (const { hunks } of files) count += hunks.filter(FILTERS[filter]).length;
  return count;
}
