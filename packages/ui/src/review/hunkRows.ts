import { splitLines } from "@acp-store/core/diff";
import type { Hunk, ReviewedFile, ReviewTexts } from "@acp-store/review";
import { CONTEXT_LINES, computeLineDiff, type LineDiff } from "../diff/computeLineDiff.js";
import type { DiffPosition } from "../diff/diffPosition.js";

/** The lines of a hunk, with unchanged lines around it. */
export interface HunkLines extends LineDiff {
  readonly hunk: Hunk;
  /** The line of the file at which the rows start. */
  readonly position: DiffPosition;
}

/** Returns the lines of each hunk of a text file. Lines between two hunks are in one of them only. */
export function listHunkLines(
  { hunks }: Pick<ReviewedFile, "hunks">,
  { base, current }: Pick<ReviewTexts, "base" | "current">,
): readonly HunkLines[] {
  const oldLines = splitLines(base ?? "");
  const newLines = splitLines(current ?? "");
  let shownTo = 0;
  return hunks.map((hunk, index) => {
    const [oldStart, oldEnd] = hunk.base;
    const [newStart, newEnd] = hunk.current;
    const before = Math.min(CONTEXT_LINES, Math.max(newStart - shownTo, 0), oldStart);
    const nextStart = hunks[index + 1]?.current[0] ?? newLines.length;
    const after = Math.min(CONTEXT_LINES, Math.max(nextStart - newEnd, 0));
    shownTo = newEnd + after;
    const diff = computeLineDiff(
      oldLines.slice(oldStart - before, oldEnd + after).join(""),
      newLines.slice(newStart - before, newEnd + after).join(""),
    );
    const position = { oldLine: oldStart - before + 1, newLine: newStart - before + 1 };
    return { ...diff, hunk, position };
  });
}
