import {
  type HunkLines,
  listHunkLines,
  type ReviewedFile,
  type ReviewTexts,
} from "@acp-store/review";
import { CONTEXT_LINES, computeLineDiff, type LineDiff } from "../diff/computeLineDiff.js";
import type { DiffPosition } from "../diff/diffPosition.js";

/** The rows of a hunk, with unchanged lines around it. */
export interface HunkRows extends LineDiff, Pick<HunkLines, "hunk"> {
  /** The line of the file at which the rows start. */
  readonly position: DiffPosition;
}

/** Returns the rows of each hunk of a text file. */
export function listHunkRows(
  file: Pick<ReviewedFile, "hunks">,
  texts: Pick<ReviewTexts, "base" | "current">,
): readonly HunkRows[] {
  return listHunkLines(file, texts, CONTEXT_LINES).map(
    ({ hunk, before, removed, added, after }) => {
      const diff = computeLineDiff(
        [...before, ...removed, ...after].join(""),
        [...before, ...added, ...after].join(""),
      );
      const position = {
        oldLine: hunk.base[0] - before.length + 1,
        newLine: hunk.current[0] - before.length + 1,
      };
      return { ...diff, hunk, position };
    },
  );
}
