import { diffLines, type LineChange } from "@acp-store/core/diff";
import { continueChanges } from "./merge.js";
import type { Origin } from "./origin.js";
import { type OriginSpan, isInChange, joinSpans, moveSpans, spansInChanges } from "./spans.js";
import {
  type FileVersion,
  hasSameContent,
  isSameList,
  isSameVersion,
  isWholeChange,
  linesOf,
  type TextVersion,
} from "./version.js";

/**
 * A file under review: a version that the user has accepted, the one on disk, and the changes between
 * them. The changes are a part of the state and not computed from it, so a decision about one of them
 * leaves the others unchanged.
 */
export interface FileReview {
  /** The version that the user has accepted. */
  readonly base: FileVersion;
  /** The version on disk. */
  readonly current: FileVersion;
  /** The changes from `base` to `current`, in order. */
  readonly changes: readonly LineChange[];
  /** The authors of the changed lines, by their position in `current`. In order. */
  readonly origins: readonly OriginSpan[];
  /** The author of a changed mode. Present if the mode of a text file differs. */
  readonly modeOrigin?: Origin;
  /** Set if nobody knows the version from before. Such a file can only be kept. */
  readonly noBase?: true;
}

/** Returns a review without changes. */
export function unreviewed(version: FileVersion): FileReview {
  return { base: version, current: version, changes: [], origins: [] };
}

/** Returns whether a file has changes to decide. */
export function hasChanges({ changes, modeOrigin }: FileReview): boolean {
  return changes.length > 0 || modeOrigin !== undefined;
}

/**
 * Completes a review: finds the changes if they are not known, and drops origins outside of them.
 * `modeOrigin` has an effect if the mode differs.
 */
export function toReview(
  base: FileVersion,
  current: FileVersion,
  origins: readonly OriginSpan[],
  modeOrigin: Origin,
  known?: readonly LineChange[],
): FileReview {
  const isWhole = isWholeChange(base, current);
  const isSame = isWhole ? isSameVersion(base, current) : hasSameContent(base, current);
  const changes = isSame ? [] : (known ?? changesBetween(base, current));
  const hasMode = !isWhole && base?.mode !== current?.mode;
  return {
    ...{ base, current, changes },
    origins: spansInChanges(joinSpans(origins), changes),
    ...(hasMode && { modeOrigin }),
  };
}

interface KnownChanges {
  readonly to: TextVersion;
  readonly changes: readonly LineChange[];
}

/** The last changes from each version. The review of a file and that of its turn see the same edits. */
const lastChanges = new WeakMap<TextVersion, KnownChanges>();

/** Returns the changes between two versions. Only texts have more than one. */
function changesBetween(from: FileVersion, to: FileVersion): readonly LineChange[] {
  if (from?.kind === "text" && to?.kind === "text") {
    const last = lastChanges.get(from);
    if (last?.to === to) return last.changes;
    const changes = diffLines(from.lines, to.lines);
    lastChanges.set(from, { to, changes });
    return changes;
  }
  const [oldEnd, newEnd] = [linesOf(from).length, linesOf(to).length];
  return [{ oldStart: 0, oldEnd, newStart: 0, newEnd }];
}

/** Applies an edit that has to be reviewed: one of an agent, or one of unknown origin. */
export function observeEdit(review: FileReview, next: FileVersion, by: Origin): FileReview {
  if (isSameVersion(review.current, next)) return review;
  const protectedReview = keepLinesOfUser(review, next);
  const { base, current } = protectedReview;
  const edit = hasSameContent(current, next) ? [] : changesBetween(current, next);
  const origins = [
    ...moveSpans(protectedReview.origins, edit),
    ...edit.map(({ newStart, newEnd }) => ({ start: newStart, end: newEnd, by })),
  ];
  const canContinue =
    base === review.base && !isWholeChange(base, current) && !isWholeChange(base, next);
  const known = canContinue
    ? continueChanges(linesOf(base), review.changes, linesOf(current), {
        lines: linesOf(next),
        changes: edit,
      })
    : undefined;
  const modeOrigin = (current?.mode === next?.mode && review.modeOrigin) || by;
  return toReview(base, next, origins, modeOrigin, known);
}

/**
 * Adds the lines of the user that an edit touches to the base, so that rejecting the edit brings them
 * back. Takes no line away from the base.
 */
function keepLinesOfUser(review: FileReview, next: FileVersion): FileReview {
  const { base, current, origins } = review;
  if (!origins.some(({ by }) => by === "user")) return review;
  if (current?.kind === "whole") return { ...review, base: current };
  const edit = changesBetween(current, next);
  // Lines cannot be added to a binary file, so they take its place.
  const baseLines = base?.kind === "text" ? base.lines : [];
  let lines = baseLines;
  for (const change of review.changes.toReversed()) {
    const isTouched =
      next === null ||
      edit.some(({ oldStart, oldEnd }) => oldStart <= change.newEnd && oldEnd >= change.newStart);
    if (isTouched) lines = addLinesOfUser(lines, review, change);
  }
  if (lines === baseLines) return review;
  const mode = (base?.kind === "text" ? base.mode : current?.mode) ?? "regular";
  return { ...review, base: { kind: "text", lines, mode } };
}

/** Returns the lines of the base with the user's lines of one change. */
function addLinesOfUser(
  base: readonly string[],
  { current, origins }: FileReview,
  change: LineChange,
): readonly string[] {
  const added = origins
    .filter(({ by }) => by === "user")
    .flatMap(({ start, end }) =>
      linesOf(current).slice(Math.max(start, change.newStart), Math.min(end, change.newEnd)),
    );
  if (added.length === 0) return base;
  // Nothing can follow a last line without a terminator.
  const endsUnterminated =
    change.oldEnd === base.length && base[change.oldEnd - 1]?.endsWith("\n") === false;
  const at = endsUnterminated ? change.oldStart : change.oldEnd;
  const lines =
    at < base.length ? added.map((line) => (line.endsWith("\n") ? line : `${line}\n`)) : added;
  return base.toSpliced(at, 0, ...lines);
}

/**
 * Returns a saved review. If its changes do not lead from the base to the current version, they are found
 * again, and nobody knows who wrote them.
 */
export function restoreReview(review: FileReview): FileReview {
  const { base, current, changes, origins, modeOrigin = "unknown" } = review;
  const isExact = leadsTo(linesOf(base), changes, linesOf(current));
  if (isExact) return toReview(base, current, origins, modeOrigin, changes);
  const found = changesBetween(base, current);
  const unknown = found.map(
    ({ newStart, newEnd }): OriginSpan => ({ start: newStart, end: newEnd, by: "unknown" }),
  );
  return toReview(base, current, unknown, "unknown", found);
}

function leadsTo(
  base: readonly string[],
  changes: readonly LineChange[],
  current: readonly string[],
): boolean {
  const lines: string[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    const isInOrder = at <= oldStart && oldStart <= oldEnd && newStart <= newEnd;
    if (!isInOrder || oldEnd > base.length || newEnd > current.length) return false;
    lines.push(...base.slice(at, oldStart));
    if (newStart !== lines.length) return false;
    lines.push(...current.slice(newStart, newEnd));
    at = oldEnd;
  }
  return isSameList([...lines, ...base.slice(at)], current);
}

/** Returns a copy of a text version with other lines. */
export function withLines(version: TextVersion, lines: readonly string[]): TextVersion {
  return { ...version, lines };
}

/** Returns the spans of one change. */
export function spansOf({ origins }: FileReview, change: LineChange): readonly OriginSpan[] {
  return origins.filter((span) => isInChange(span, change));
}
