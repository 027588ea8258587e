import { splitLines } from "@acp-store/core/diff";
import type { ReviewTexts } from "../createReview.js";
import type { Hunk, ReviewedFile } from "../engine/reviewState.js";

/** The lines of a hunk, each with its line break, and unchanged lines around it. */
export interface HunkLines {
  readonly hunk: Hunk;
  /** The unchanged lines before the change. */
  readonly before: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The unchanged lines after the change. */
  readonly after: readonly string[];
}

/**
 * Returns the lines of each hunk of a text file, with up to `context` unchanged lines on each side. Lines between two
 * hunks are in one of them only. `texts` must have the revision of the file.
 *
 * @example
 * ```ts
 * for (const file of review.getState().files.values())
 *   for (const { removed, added } of listHunkLines(file, await review.texts(file.path), 3))
 *     console.log(removed, added);
 * ```
 */
export function listHunkLines(
  { hunks }: Pick<ReviewedFile, "hunks">,
  { base, current }: Pick<ReviewTexts, "base" | "current">,
  context: number,
): readonly HunkLines[] {
  const oldLines = splitLines(base ?? "");
  const newLines = splitLines(current ?? "");
  let shownTo = 0;
  return hunks.map((hunk, index) => {
    const [start, end] = hunk.current;
    const contextStart = Math.min(Math.max(start - context, shownTo), start);
    const next = hunks[index + 1]?.current[0] ?? newLines.length;
    shownTo = Math.max(end, Math.min(end + context, next));
    return {
      hunk,
      before: newLines.slice(contextStart, start),
      removed: oldLines.slice(...hunk.base),
      added: newLines.slice(start, end),
      after: newLines.slice(end, shownTo),
    };
  });
}
