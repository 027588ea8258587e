import type { LineChange } from "@acp-store/core/diff";
import { isSameOrigin, type Origin } from "./origin.js";

/**
 * The author of the lines from `start` up to `end` of the current version. An empty span is the place at
 * which somebody removed lines.
 */
export interface OriginSpan {
  readonly start: number;
  readonly end: number;
  readonly by: Origin;
}

/** Returns whether a span belongs to a change. An empty range belongs to what it is next to. */
export function isInChange({ start, end }: OriginSpan, { newStart, newEnd }: LineChange): boolean {
  return start === end || newStart === newEnd
    ? start <= newEnd && end >= newStart
    : start < newEnd && end > newStart;
}

/** Returns the spans that belong to at least one of the changes. Both lists are in order. */
export function spansInChanges(
  spans: readonly OriginSpan[],
  changes: readonly LineChange[],
): OriginSpan[] {
  let first = 0;
  return spans.filter((span) => {
    // Changes do not overlap, so their ends are in order as well.
    while (changes[first] !== undefined && (changes[first]?.newEnd ?? 0) < span.start) first++;
    for (let index = first; index < changes.length; index++) {
      const change = changes[index];
      if (change === undefined || change.newStart > span.end) return false;
      if (isInChange(span, change)) return true;
    }
    return false;
  });
}

/** Sorts spans, and joins those of the same origin that touch. */
export function joinSpans(spans: readonly OriginSpan[]): OriginSpan[] {
  const joined: OriginSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last !== undefined && span.start <= last.end && isSameOrigin(last.by, span.by))
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else joined.push(span);
  }
  return joined;
}

/**
 * Moves spans through an edit of the current version. Lines that the edit replaces lose their origin.
 * Spans and the changes of the edit are in order.
 */
export function moveSpans(spans: readonly OriginSpan[], edit: readonly LineChange[]): OriginSpan[] {
  const moved: OriginSpan[] = [];
  let first = 0;
  let shiftOfFirst = 0;
  for (const { start, end, by } of spans) {
    for (let change = edit[first]; change !== undefined; change = edit[first]) {
      // An insertion before an empty span or a line moves it.
      if (change.oldEnd > start) break;
      shiftOfFirst += growthOf(change);
      first++;
    }
    let from = start;
    let shift = shiftOfFirst;
    const add = (to: number): void => {
      if (from < to || start === end) moved.push({ start: from + shift, end: to + shift, by });
    };
    let isCut = false;
    for (let index = first; index < edit.length; index++) {
      const change = edit[index];
      if (change === undefined || change.oldStart >= end) break;
      if (from < change.oldStart) add(change.oldStart);
      from = change.oldEnd;
      shift += growthOf(change);
      isCut = from >= end;
    }
    if (!isCut) add(end);
  }
  return joinSpans(moved);
}

/** Adds the parts of other spans that are not covered yet. An empty span is covered by what it is next to. */
export function addUncovered(
  spans: readonly OriginSpan[],
  others: readonly OriginSpan[],
): OriginSpan[] {
  const covered = joinSpans(spans);
  const added = others.flatMap(({ start, end, by }): OriginSpan[] => {
    const touching = covered.filter((span) => span.start <= end && span.end >= start);
    if (start === end) return touching.length === 0 ? [{ start, end, by }] : [];
    const starts = [start, ...touching.map((span) => span.end)];
    const ends = [...touching.map((span) => span.start), end];
    return starts
      .map((from, index) => ({
        start: Math.max(from, start),
        end: Math.min(ends[index] ?? end, end),
        by,
      }))
      .filter((part) => part.start < part.end);
  });
  return joinSpans([...covered, ...added]);
}

/** Returns by how many lines a change makes a text longer. */
export function growthOf({ oldStart, oldEnd, newStart, newEnd }: LineChange): number {
  return newEnd - newStart - (oldEnd - oldStart);
}
