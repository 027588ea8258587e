import type { LineChange } from "@acp-store/core/diff";
import { type FileReview, spansOf, unreviewed, withLines } from "./fileReview.js";
import { isProtectedOrigin, type Origin } from "./origin.js";
import { growthOf, isInChange, moveSpans, spansInChanges } from "./spans.js";

/** The change of the mode, in the place of a change of lines. */
export const MODE_CHANGE = "mode";

/** A change to decide: one of `changes`, or that of the mode. */
export type Decidable = LineChange | typeof MODE_CHANGE;

/** Lists what can be decided in a file. */
export function listDecidable({ changes, modeOrigin }: FileReview): readonly Decidable[] {
  return modeOrigin === undefined ? changes : [...changes, MODE_CHANGE];
}

/** Returns who wrote a change. */
export function originsOf(review: FileReview, change: Decidable): readonly Origin[] {
  if (change === MODE_CHANGE) return [review.modeOrigin ?? "unknown"];
  return spansOf(review, change).map(({ by }) => by);
}

/** Returns whether a change contains lines of the user or of unknown origin. */
export function isProtected(review: FileReview, change: Decidable): boolean {
  return originsOf(review, change).some(isProtectedOrigin);
}

/** Keeps a change: the base takes the lines of the current version. No file is written. */
export function keepChange(review: FileReview, change: Decidable): FileReview {
  const { base, current, changes, origins, modeOrigin } = review;
  if (base?.kind !== "text" || current?.kind !== "text") return unreviewed(current);
  if (change === MODE_CHANGE)
    return { base: { ...base, mode: current.mode }, current, changes, origins };
  const { oldStart, oldEnd, newStart, newEnd } = change;
  const kept = current.lines.slice(newStart, newEnd);
  const others = withoutChange(changes, change, "old");
  return {
    base: withLines(base, base.lines.toSpliced(oldStart, oldEnd - oldStart, ...kept)),
    current,
    changes: others,
    origins: spansInChanges(origins, others),
    ...(modeOrigin && { modeOrigin }),
  };
}

/** Rejects a change: the current version takes the lines of the base. The caller writes it to the file. */
export function rejectChange(review: FileReview, change: Decidable): FileReview {
  const { base, current, changes, origins, modeOrigin } = review;
  if (base?.kind !== "text" || current?.kind !== "text") return unreviewed(base);
  if (change === MODE_CHANGE)
    return { base, current: { ...current, mode: base.mode }, changes, origins };
  const { oldStart, oldEnd, newStart, newEnd } = change;
  const restored = base.lines.slice(oldStart, oldEnd);
  const others = withoutChange(changes, change, "new");
  const ofOthers = origins.filter(
    (span) =>
      !isInChange(span, change) ||
      changes.some((other) => other !== change && isInChange(span, other)),
  );
  const edit = {
    ...{ oldStart: newStart, oldEnd: newEnd, newStart },
    newEnd: newStart + restored.length,
  };
  return {
    base,
    current: withLines(current, current.lines.toSpliced(newStart, newEnd - newStart, ...restored)),
    changes: others,
    origins: spansInChanges(moveSpans(ofOthers, [edit]), others),
    ...(modeOrigin && { modeOrigin }),
  };
}

/** Returns the changes without one, with the positions that they have after it was decided. */
function withoutChange(
  changes: readonly LineChange[],
  decided: LineChange,
  moved: "old" | "new",
): readonly LineChange[] {
  // Keeping a change makes the base longer, rejecting it makes the current version shorter.
  const oldShift = moved === "old" ? growthOf(decided) : 0;
  const newShift = moved === "new" ? -growthOf(decided) : 0;
  const index = changes.indexOf(decided);
  const later = changes.slice(index + 1).map((change) => ({
    oldStart: change.oldStart + oldShift,
    oldEnd: change.oldEnd + oldShift,
    newStart: change.newStart + newShift,
    newEnd: change.newEnd + newShift,
  }));
  return [...changes.slice(0, index), ...later];
}
