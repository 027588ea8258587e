import { type FileReview, observeEdit, unreviewed } from "../model/fileReview.js";
import { rebaseVersion } from "../model/rebase.js";
import { isSameVersion } from "../model/version.js";

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
  return observeEdit(unreviewed(base), current, "unknown");
}
