import { type Decidable, listDecidable, MODE_CHANGE } from "./decide.js";
import type { FileReview } from "./fileReview.js";
import { linesOf } from "./version.js";

/** The difference of a hunk that changes nothing but line breaks, or nothing but white space. */
export type CosmeticChange = "line-breaks" | "white-space";

/**
 * Returns the ids of what can be decided in a file, in the same order. An id follows from the lines of
 * the change and not from its position, so it stays the same while other changes come and go.
 */
export function hunkIdsOf(review: FileReview): readonly string[] {
  const counts = new Map<string, number>();
  return listDecidable(review).map((change) => {
    const hash = hashOfChange(review, change);
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count + 1);
    return `${hash}.${count}`;
  });
}

/** Returns how a change differs if only its line breaks or its white space do. */
export function cosmeticChangeOf(
  { base, current }: FileReview,
  change: Decidable,
): CosmeticChange | undefined {
  if (base?.kind !== "text" || current?.kind !== "text" || change === MODE_CHANGE) return undefined;
  const removed = base.lines.slice(change.oldStart, change.oldEnd).join("");
  const added = current.lines.slice(change.newStart, change.newEnd).join("");
  if (withoutLineBreaks(removed) === withoutLineBreaks(added)) return "line-breaks";
  return withoutSpace(removed) === withoutSpace(added) ? "white-space" : undefined;
}

/** A file without a final line break differs from one with it only in line breaks. */
function withoutLineBreaks(text: string): string {
  return text.replaceAll(/\r?\n|\r/g, "\n").replace(/\n$/, "");
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function hashOfChange({ base, current }: FileReview, change: Decidable): string {
  if (change === MODE_CHANGE) return MODE_CHANGE;
  const removed = linesOf(base).slice(change.oldStart, change.oldEnd);
  const added = linesOf(current).slice(change.newStart, change.newEnd);
  let hash = addToHash(FNV_START, base === null ? "-" : "b");
  for (const line of removed) hash = addToHash(hash, line);
  hash = addToHash(hash, current === null ? "-" : "c");
  for (const line of added) hash = addToHash(hash, line);
  const shape = removed.length * 31 + added.length;
  return hash.toString(36) + shape.toString(36);
}

/** The start and the factor of FNV-1a. A collision only makes two ids differ by their counts. */
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function addToHash(start: number, text: string): number {
  let hash = start;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash >>> 0;
}
