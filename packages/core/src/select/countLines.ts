import { diffLines, parsePatch, type StructuredPatch } from "diff";
import type { ChangesDiffItem, DiffItem, FileChange, TextDiffItem } from "../state/content.js";
import { isChangesDiff, isTextDiff } from "../state/diffs.js";

/** Numbers of added and removed lines. */
export interface LineCounts {
  /** The number of added lines. */
  readonly added: number;
  /** The number of removed lines. */
  readonly removed: number;
}

/** No lines. */
export const NO_LINES: LineCounts = { added: 0, removed: 0 };

/** An exact difference costs the square of its length. This limit takes up to 50 ms. */
const MAX_EDIT_LENGTH = 500;

const countsByText = new WeakMap<
  TextDiffItem,
  { readonly first: TextDiffItem; readonly lines: LineCounts }
>();
const countsByPatch = new WeakMap<ChangesDiffItem, readonly LineCounts[]>();

/**
 * Returns the numbers of added and removed lines of a diff: one entry for a diff with the text of a file,
 * and otherwise one for each of its `changes`, whose numbers are 0 if no patch shows their lines.
 *
 * @example
 * ```ts
 * for (const { added, removed } of call.content.filter(isTextDiff).flatMap(countDiffLines))
 *   console.log(`+${added} -${removed}`);
 * ```
 */
export function countDiffLines(item: DiffItem): readonly LineCounts[] {
  if (isChangesDiff(item)) return countPatchLines(item);
  return isTextDiff(item) ? [countTextLines(item, item)] : [];
}

/**
 * Counts the lines between the text before the first edit and the text after the last edit of a
 * chain. Items keep their reference until they change, so each pair is compared only once.
 */
export function countTextLines(first: TextDiffItem, last: TextDiffItem): LineCounts {
  const known = countsByText.get(last);
  if (known?.first === first) return known.lines;
  const lines = countDifference(first.oldText ?? "", last.newText);
  countsByText.set(last, { first, lines });
  return lines;
}

/** Agents also send excerpts, so a missing newline at the end does not count as a change. */
function countDifference(before: string, after: string): LineCounts {
  const parts = diffLines(before, after, {
    ignoreNewlineAtEof: true,
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (parts === undefined) return countDifferenceRoughly(before, after);
  let [added, removed] = [0, 0];
  for (const part of parts) {
    if (part.added) added += part.count;
    else if (part.removed) removed += part.count;
  }
  return { added, removed };
}

/** Counts the lines that only one of the texts has. Moved lines do not count. */
function countDifferenceRoughly(before: string, after: string): LineCounts {
  const counts = new Map<string, number>();
  for (const line of splitLines(before)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of splitLines(after)) {
    const left = counts.get(line) ?? 0;
    if (left === 0) added++;
    else counts.set(line, left - 1);
  }
  let removed = 0;
  for (const left of counts.values()) removed += left;
  return { added, removed };
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Counts the lines of each change of an item. Its patch may show all, some or none of them. */
export function countPatchLines(item: ChangesDiffItem): readonly LineCounts[] {
  const known = countsByPatch.get(item);
  if (known) return known;
  const files = item.patch?.format === "git_patch" ? parseGitPatch(item.patch.text) : [];
  const lines = item.changes.map((change) => {
    const file = files.find((candidate) => describesChange(candidate, change));
    return file === undefined ? NO_LINES : countHunkLines(file);
  });
  countsByPatch.set(item, lines);
  return lines;
}

function parseGitPatch(patch: string): readonly StructuredPatch[] {
  try {
    return parsePatch(patch);
  } catch {
    return [];
  }
}

/** The parser adds `a/` and `b/` to the names of a move, and some agents always add them. */
function describesChange(
  file: StructuredPatch,
  { operation, path = "", oldPath }: FileChange,
): boolean {
  const isNamed = (name: string | undefined, side: string, wanted: string): boolean =>
    name === wanted || name === `${side}/${wanted}` || name === `${side}${wanted}`;
  if (operation === "delete") return isNamed(file.oldFileName, "a", path);
  if (!isNamed(file.newFileName, "b", path)) return false;
  return oldPath === undefined || isNamed(file.oldFileName, "a", oldPath);
}

function countHunkLines({ hunks }: StructuredPatch): LineCounts {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}
