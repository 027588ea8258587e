import { parsePatch, type StructuredPatch } from "diff";
import { diffLines } from "../diff/diffLines.js";
import { splitLines } from "../diff/splitLines.js";
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

function countDifference(before: string, after: string): LineCounts {
  let [added, removed] = [0, 0];
  for (const change of diffLines(toLines(before), toLines(after))) {
    added += change.newEnd - change.newStart;
    removed += change.oldEnd - change.oldStart;
  }
  return { added, removed };
}

/** Agents also send excerpts, so a missing newline at the end does not count as a change. */
function toLines(text: string): string[] {
  return splitLines(text === "" || text.endsWith("\n") ? text : `${text}\n`);
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
