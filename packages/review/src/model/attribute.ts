import { diffLines, type LineChange, splitLines } from "@acp-store/core/diff";
import type { FileReview } from "./fileReview.js";
import type { AgentOrigin, Origin } from "./origin.js";
import { isInChange, joinSpans, type OriginSpan, spansInChanges } from "./spans.js";
import { type FileVersion, isWholeChange, linesOf } from "./version.js";

/** A change that a tool call reports, with the texts of the file or of the changed part. */
export interface Report {
  readonly oldText?: string;
  readonly newText?: string;
  readonly by: AgentOrigin;
}

/**
 * Gives lines of unknown origin to the tool call that reported them. A report is often only an excerpt
 * of the file, so lines belong to it if its texts occur in them. `earlier` are versions from before,
 * against which excerpts that start in mid-line are checked. They are only listed as far as needed.
 */
export function attribute(
  review: FileReview,
  { oldText = "", newText, by }: Report,
  earlier: Iterable<FileVersion>,
): FileReview {
  if (!hasUnreported(review)) return review;
  const { base, current, changes, origins } = review;
  if (isWholeChange(base, current) && (current === null || current.kind === "whole"))
    return give(review, [{ start: 0, end: linesOf(current).length }], by);
  if (newText === undefined) return review;
  const lines = linesOf(current);
  const parts = listParts(oldText, newText);
  const open = spansInChanges(origins, changes).filter((span) => isOpen(span.by));
  const found = changes.flatMap((change) => {
    if (!open.some((span) => isInChange(span, change))) return [];
    const ranges = parts.flatMap((part) => findPart(lines, change, part));
    if (ranges.length > 0) return ranges;
    return newText === ""
      ? findRemoval({ review, change, oldText })
      : findExcerpt({ lines, change, oldText, newText, base, earlier });
  });
  return give(review, found, by);
}

/** Returns whether nobody has reported some of the changed lines. */
function hasUnreported({ origins, modeOrigin }: FileReview): boolean {
  return origins.some(({ by }) => isOpen(by)) || (modeOrigin !== undefined && isOpen(modeOrigin));
}

/** The number of places at which an excerpt is looked for in one change. */
const MAX_PLACES = 100;

/** A range of lines of the current version. An empty one is the place of removed lines. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Returns whether nobody has reported lines yet, or only a command that ran at that time. */
function isOpen(by: Origin): boolean {
  return by === "unknown" || (typeof by === "object" && by.evidence === "command");
}

/** Gives the open spans in the ranges to an author. */
function give(review: FileReview, ranges: readonly LineRange[], by: AgentOrigin): FileReview {
  if (ranges.length === 0) return review;
  const origins = joinSpans(
    review.origins.flatMap((span) => (isOpen(span.by) ? splitSpan(span, ranges, by) : [span])),
  );
  const { modeOrigin } = review;
  const isModeOpen = modeOrigin !== undefined && isOpen(modeOrigin);
  return { ...review, origins, ...(isModeOpen && { modeOrigin: by }) };
}

/** Splits a span into the parts inside and outside of the ranges. */
function splitSpan(span: OriginSpan, ranges: readonly LineRange[], by: Origin): OriginSpan[] {
  if (span.start === span.end) {
    const isInside = ranges.some(({ start, end }) => start <= span.start && span.start <= end);
    return [isInside ? { ...span, by } : span];
  }
  const parts: OriginSpan[] = [];
  let at = span.start;
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const start = Math.max(range.start, at);
    const end = Math.min(range.end, span.end);
    if (start >= end) continue;
    if (at < start) parts.push({ start: at, end: start, by: span.by });
    parts.push({ start, end, by });
    at = end;
  }
  if (at < span.end) parts.push({ start: at, end: span.end, by: span.by });
  return parts;
}

/** One change between the reported texts: its added lines, with a line of context on each side. */
interface Part {
  readonly before: readonly string[];
  readonly added: readonly string[];
  readonly after: readonly string[];
}

function listParts(oldText: string, newText: string): readonly Part[] {
  const [oldLines, newLines] = [splitLines(oldText), splitLines(newText)];
  return diffLines(oldLines, newLines).map(({ newStart, newEnd }) => ({
    before: newLines.slice(Math.max(newStart - 1, 0), newStart),
    added: newLines.slice(newStart, newEnd),
    after: newLines.slice(newEnd, newEnd + 1),
  }));
}

/** Finds the lines of a part, with its context, in a change and next to it. */
function findPart(
  lines: readonly string[],
  { newStart, newEnd }: LineChange,
  { before, added, after }: Part,
): readonly LineRange[] {
  const wanted = [...before, ...added, ...after];
  if (wanted.length === 0) return [];
  const found: LineRange[] = [];
  const first = Math.max(newStart - before.length, 0);
  const last = Math.min(newEnd + after.length, lines.length) - wanted.length;
  for (let at = first; at <= last; at++)
    if (isAt(lines, at, wanted)) {
      const start = at + before.length;
      found.push({ start, end: start + added.length });
    }
  return found;
}

/** Finds a removal of a text that was reported without the lines around it. */
function findRemoval(search: {
  readonly review: FileReview;
  readonly change: LineChange;
  readonly oldText: string;
}): readonly LineRange[] {
  const { review, change, oldText } = search;
  const { oldStart, oldEnd, newStart, newEnd } = change;
  const removed = linesOf(review.base).slice(oldStart, oldEnd).join("");
  const at = oldText === "" ? -1 : removed.indexOf(oldText);
  if (at < 0) return [];
  const left = removed.slice(0, at) + removed.slice(at + oldText.length);
  const isAll = linesOf(review.current).slice(newStart, newEnd).join("") === left;
  return [{ start: newStart, end: isAll ? newEnd : newStart }];
}

/**
 * Finds an excerpt that starts or ends in mid-line. With the old text in its place, the lines must have
 * been there before.
 */
function findExcerpt(search: {
  readonly lines: readonly string[];
  readonly change: LineChange;
  readonly oldText: string;
  readonly newText: string;
  readonly base: FileVersion;
  readonly earlier: Iterable<FileVersion>;
}): readonly LineRange[] {
  const { lines, change, oldText, newText, base, earlier } = search;
  const first = Math.max(change.newStart - 1, 0);
  const around = lines.slice(first, change.newEnd + 1);
  const text = around.join("");
  const found: LineRange[] = [];
  let at = text.indexOf(newText);
  for (let count = 0; at >= 0 && count < MAX_PLACES; count++) {
    const start = lineAt(around, at);
    const end = lineAt(around, at + newText.length - 1) + 1;
    const touched = around.slice(start, end).join("");
    const from = at - around.slice(0, start).join("").length;
    const old = touched.slice(0, from) + oldText + touched.slice(from + newText.length);
    const wanted = splitLines(old);
    if (hasLines(base, wanted) || hasLinesInAny(earlier, wanted))
      found.push({ start: first + start, end: first + end });
    at = text.indexOf(newText, at + 1);
  }
  return found;
}

/** Returns the index of the line that contains a position of the joined text. */
function lineAt(lines: readonly string[], position: number): number {
  let rest = position;
  for (const [index, line] of lines.entries()) {
    if (rest < line.length) return index;
    rest -= line.length;
  }
  return Math.max(lines.length - 1, 0);
}

function hasLinesInAny(versions: Iterable<FileVersion>, wanted: readonly string[]): boolean {
  for (const version of versions) if (hasLines(version, wanted)) return true;
  return false;
}

function hasLines(version: FileVersion, wanted: readonly string[]): boolean {
  if (version?.kind !== "text" || wanted.length === 0) return false;
  const [first] = wanted;
  const { lines } = version;
  for (let at = lines.indexOf(first ?? ""); at >= 0; at = lines.indexOf(first ?? "", at + 1))
    if (isAt(lines, at, wanted)) return true;
  return false;
}

function isAt(lines: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((line, index) => lines[at + index] === line);
}
