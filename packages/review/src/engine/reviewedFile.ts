import { type Decidable, isProtected, listDecidable, MODE_CHANGE } from "../model/decide.js";
import { type FileReview, spansOf } from "../model/fileReview.js";
import { cosmeticChangeOf, hunkIdsOf } from "../model/hunkIds.js";
import type { FileVersion } from "../model/version.js";
import { ABSENT, type SavedVersion } from "./contents.js";
import type { Hunk, ReviewedFile } from "./reviewState.js";

/** The saved forms of the two versions of a review. */
export interface SavedVersions {
  readonly base: SavedVersion | null;
  readonly current: SavedVersion | null;
}

/** Returns a file as users see it. */
export function toReviewedFile(
  path: string,
  review: FileReview,
  { base, current }: SavedVersions,
  revision: number,
): ReviewedFile {
  const ids = hunkIdsOf(review);
  const isText = review.base?.kind !== "whole" && review.current?.kind !== "whole";
  const changes = isText ? review.changes : [];
  return {
    path,
    base: base?.content ?? ABSENT,
    current: current?.content ?? ABSENT,
    revision,
    kind: kindOf(review.current ?? review.base),
    change: changeOf(review),
    hunks: listDecidable(review).map((change, index) => toHunk(review, change, ids[index] ?? "")),
    added: changes.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0),
    removed: changes.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0),
    ...(review.noBase && { noBase: true }),
  };
}

function toHunk(review: FileReview, change: Decidable, hunkId: string): Hunk {
  const cosmetic = cosmeticChangeOf(review, change);
  const common = {
    hunkId,
    protected: isProtected(review, change),
    ...(cosmetic && { cosmetic }),
  };
  if (change === MODE_CHANGE) {
    const by = review.modeOrigin ?? "unknown";
    return { ...common, base: [0, 0], current: [0, 0], origins: [{ lines: [0, 0], by }] };
  }
  return {
    ...common,
    base: [change.oldStart, change.oldEnd],
    current: [change.newStart, change.newEnd],
    origins: spansOf(review, change).map(({ start, end, by }) => ({ lines: [start, end], by })),
  };
}

function kindOf(version: FileVersion): ReviewedFile["kind"] {
  if (version?.kind !== "whole") return "text";
  if (version.mode === "link") return "link";
  return version.isLarge ? "large" : "binary";
}

function changeOf({ base, current, changes }: FileReview): ReviewedFile["change"] {
  if (base === null) return "add";
  if (current === null) return "delete";
  return changes.length === 0 ? "mode" : "modify";
}
