import { diffLines } from "@acp-store/core/diff";
import { type FileReview, hasChanges, toReview, unreviewed, withLines } from "./fileReview.js";
import { mergeTexts, reverseChange } from "./merge.js";
import type { ProtectedOrigin } from "./origin.js";
import { moveSpans, type OriginSpan } from "./spans.js";
import { type FileVersion, isSameVersion, linesOf } from "./version.js";

/**
 * Applies an edit of the user. It becomes a part of the base, except inside of a change: there its lines
 * are marked as the user's, so that they are not rejected by accident.
 *
 * `by` is `unknown` if the user has brought back an older version. It can have lines of agents that nobody has
 * accepted, so what is inside of a change is to be decided again.
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
  const moved = moveSpans(review.origins, edit);
  const modeOrigin = (current.mode === next.mode && review.modeOrigin) || by;
  if (base === null) {
    const added = edit.map(
      ({ newStart, newEnd }): OriginSpan => ({ start: newStart, end: newEnd, by }),
    );
    return toReview(null, next, [...moved, ...added], by);
  }
  const merged = mergeTexts(
    current.lines,
    { lines: base.lines, changes: review.changes.map(reverseChange) },
    { lines: next.lines, changes: edit },
  );
  const conflicts = merged.conflicts.map(
    ({ newStart, newEnd }): OriginSpan => ({ start: newStart, end: newEnd, by }),
  );
  const acceptedMode = review.modeOrigin === undefined ? next.mode : base.mode;
  return toReview(
    { ...withLines(base, merged.lines), mode: acceptedMode },
    next,
    [...moved, ...conflicts],
    modeOrigin,
    merged.changes,
  );
}
