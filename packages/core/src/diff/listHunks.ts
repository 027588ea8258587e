import { diffLines } from "./diffLines.js";
import type { LineChange } from "./lineChange.js";

/** A line of a hunk. */
export interface HunkLine {
  /** Whether only one text has the line, or both. */
  readonly kind: "equal" | "removed" | "added";
  /** The line as it was passed, including its terminator. */
  readonly text: string;
}

/** Changed lines that are near each other, with the equal lines around them. */
export interface LineHunk {
  /** The index of the first line in the old text. */
  readonly oldStart: number;
  /** The index of the first line in the new text. */
  readonly newStart: number;
  /** The lines in order. Removed lines come before the added lines that replace them. */
  readonly lines: readonly HunkLine[];
}

/**
 * Returns the hunks in which two lists of lines differ, with up to `context` equal lines before and after
 * each change. Changes whose context touches share a hunk.
 *
 * @example
 * ```ts
 * for (const { newStart, lines } of listHunks(splitLines("one\ntwo\n"), splitLines("one\n2\n"), 3))
 *   console.log(`line ${newStart + 1}`, lines.map(({ kind, text }) => `${kind}: ${text}`));
 * ```
 */
export function listHunks(
  oldLines: readonly string[],
  newLines: readonly string[],
  context: number,
): LineHunk[] {
  const groups: LineChange[][] = [];
  for (const change of diffLines(oldLines, newLines)) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    const isNear = previous !== undefined && change.oldStart - previous.oldEnd <= 2 * context;
    if (isNear) group?.push(change);
    else groups.push([change]);
  }
  return groups.map((changes) => toHunk(oldLines, newLines, changes, context));
}

function toHunk(
  oldLines: readonly string[],
  newLines: readonly string[],
  changes: readonly LineChange[],
  context: number,
): LineHunk {
  const first = changes[0]?.oldStart ?? 0;
  const leading = Math.min(first, context);
  const oldStart = first - leading;
  const lines: HunkLine[] = [];
  const addLines = (kind: HunkLine["kind"], texts: readonly string[]): void => {
    for (const text of texts) lines.push({ kind, text });
  };
  let oldAt = oldStart;
  for (const change of changes) {
    addLines("equal", oldLines.slice(oldAt, change.oldStart));
    addLines("removed", oldLines.slice(change.oldStart, change.oldEnd));
    addLines("added", newLines.slice(change.newStart, change.newEnd));
    oldAt = change.oldEnd;
  }
  addLines("equal", oldLines.slice(oldAt, oldAt + context));
  return { oldStart, newStart: (changes[0]?.newStart ?? 0) - leading, lines };
}
