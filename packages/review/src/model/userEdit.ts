import { diffLines, type LineChange } from "@acp-store/core/diff";
import { type FileReview, hasChanges, toReview, unreviewed, withLines } from "./fileReview.js";
import { mergeTexts, reverseChange } from "./merge.js";
import type { ProtectedOrigin } from "./origin.js";
import { addUncovered, moveSpans, type OriginSpan } from "./spans.js";
import { type FileVersion, isSameVersion, linesOf } from "./version.js";

/**
 * Applies an edit of the user. It becomes a part of the base, except inside of a change: there its lines
 * are marked as the user's, so that they are not rejected by accident.
 *
 * `by` is `unknown` if the user has brought back an older version. It can have lines of agents that nobody has
 * accepted, so what is inside of a change must be decided again.
 */
export function observeUserEdit(
  review: FileReview,
  next: FileVersion,
  by: ProtectedOrigin = "user",
): FileReview {
  const { base, current } = review;
  if (isSameVersion(current, next)) return review;
  const isDeletion = next === null && by === "user";
  if (!hasChanges(review) || isDeletion || isSameVersion(next, base)) return unreviewed(next);
  // If the agent deleted the file and the user created it again, the old text can still be restored.
  if (current?.kind !== "text" || next?.kind !== "text" || base?.kind === "whole")
    return toReview(base, next, [{ start: 0, end: linesOf(next).length, by }], by);
  const edit = diffLines(current.lines, next.lines);
  const rewritten = (changes: readonly LineChange[]): readonly LineChange[] =>
    changes.flatMap((change) => withoutTerminators(change, current.lines, next.lines));
  const toSpan = ({ newStart, newEnd }: LineChange): OriginSpan => ({
    start: newStart,
    end: newEnd,
    by,
  });
  const moved = moveSpans(review.origins, rewritten(edit));
  const modeOrigin = (current.mode === next.mode && review.modeOrigin) || by;
  if (base === null) return toReview(null, next, [...moved, ...rewritten(edit).map(toSpan)], by);
  const merged = mergeTexts(
    current.lines,
    { lines: base.lines, changes: review.changes.map(reverseChange) },
    { lines: next.lines, changes: edit },
  );
  const origins = [...moved, ...rewritten(merged.conflicts).map(toSpan)];
  const conflicts = merged.conflicts.map(toSpan).filter(({ start, end }) => start < end);
  const acceptedMode = review.modeOrigin === undefined ? next.mode : base.mode;
  return toReview(
    { ...withLines(base, merged.lines), mode: acceptedMode },
    next,
    addUncovered(origins, conflicts),
    modeOrigin,
    merged.changes,
  );
}

/**
 * Returns the parts of a change in which lines differ in more than their terminators. If an editor adds the final line
 * break, or converts all of them, the lines keep their author.
 */
function withoutTerminators(
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
  old: readonly string[],
  next: readonly string[],
): readonly LineChange[] {
  const toTexts = (lines: readonly string[]): string[] =>
    lines.map((line) => line.replace(/\r?\n$/, ""));
  return diffLines(toTexts(old.slice(oldStart, oldEnd)), toTexts(next.slice(newStart, newEnd))).map(
    (part) => ({
      oldStart: part.oldStart + oldStart,
      oldEnd: part.oldEnd + oldStart,
      newStart: part.newStart + newStart,
      newEnd: part.newEnd + newStart,
    }),
  );
}
