import { diffLines } from "@acp-store/core/diff";
import { type FileReview, observeEdit, toReview, unreviewed } from "../model/fileReview.js";
import { rebaseVersion } from "../model/rebase.js";
import { addUncovered, moveSpans, type OriginSpan } from "../model/spans.js";
import { type FileVersion, isSameVersion, linesOf } from "../model/version.js";

/**
 * Takes a decision back. That is exact if nothing has changed since. Otherwise later changes stay, and the
 * result is `undefined` if they touch the same lines.
 */
export function undoInReview(
  review: FileReview,
  before: FileReview,
  after: FileReview,
): FileReview | undefined {
  if (isSameVersion(review.base, after.base) && isSameVersion(review.current, after.current))
    return before;
  const base = rebaseVersion(after.base, before.base, review.base);
  const current = rebaseVersion(after.current, before.current, review.current);
  if (base === undefined || current === undefined) return undefined;
  if (isSameVersion(base, review.base) && isSameVersion(current, review.current)) return undefined;
  const undone = observeEdit(unreviewed(base), current, "unknown");
  const known = addUncovered(originsIn(current, review), originsIn(current, before));
  const origins = addUncovered(known, undone.origins);
  return toReview(base, current, origins, "unknown", undone.changes);
}

/** Returns the authors of the lines of a review that are in a later version. */
function originsIn(later: FileVersion, { current, origins }: FileReview): readonly OriginSpan[] {
  if (current?.kind !== "text" || later?.kind !== "text") return [];
  return moveSpans(origins, diffLines(linesOf(current), linesOf(later)));
}
