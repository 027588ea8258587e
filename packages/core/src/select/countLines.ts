import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from "diff";
import { diffLines } from "../diff/diffLines.js";
import { splitLines } from "../diff/splitLines.js";
import type { ChangesDiffItem, DiffItem, FileChange } from "../state/content.js";
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

/** A replaced part of a file, or its entire text. */
export interface FileEdit {
  /** The text before the edit. Absent for a new file. */
  readonly oldText?: string | null | undefined;
  readonly newText: string;
  /** The index of the first replaced line in the file. Absent if it is unknown. */
  readonly line?: number;
}

/** The edits that a change of a file in a patch makes. */
export interface PatchedFile {
  readonly lines: LineCounts;
  readonly edits: readonly FileEdit[];
}

interface CountedTexts {
  readonly before: string;
  readonly after: string;
  readonly lines: LineCounts;
}

const countsByEdit = new WeakMap<FileEdit, CountedTexts>();
const filesByPatch = new WeakMap<ChangesDiffItem, readonly (PatchedFile | undefined)[]>();

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
  if (isChangesDiff(item)) return readPatch(item).map((file) => file?.lines ?? NO_LINES);
  return isTextDiff(item) ? [countTextLines(item, item.oldText ?? "", item.newText)] : [];
}

/**
 * Counts the lines between two texts. The result is kept for the last edit that led to them, because
 * edits keep their reference until they change.
 */
export function countTextLines(edit: FileEdit, before: string, after: string): LineCounts {
  const known = countsByEdit.get(edit);
  if (known?.before === before && known.after === after) return known.lines;
  const lines = countDifference(before, after);
  countsByEdit.set(edit, { before, after, lines });
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

/** Returns what the patch of an item says of each change: nothing if it does not have the change. */
export function readPatch(item: ChangesDiffItem): readonly (PatchedFile | undefined)[] {
  const known = filesByPatch.get(item);
  if (known) return known;
  const patches = item.patch?.format === "git_patch" ? parseGitPatch(item.patch.text) : [];
  const files = item.changes.map((change) => {
    const patch = patches.find((candidate) => describesChange(candidate, change));
    return patch && { lines: countHunkLines(patch), edits: patch.hunks.map(toEdit) };
  });
  filesByPatch.set(item, files);
  return files;
}

function toEdit({ lines, oldStart }: StructuredPatchHunk): FileEdit {
  return { oldText: textOf(lines, "+"), newText: textOf(lines, "-"), line: oldStart - 1 };
}

/** Returns one text of a hunk: its lines without those that only the other text has. */
function textOf(lines: readonly string[], otherSign: string): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    if (line.startsWith(otherSign) || line.startsWith("\\")) continue;
    // "\ No newline at end of file" follows a last line without a terminator.
    text += line.slice(1) + (lines[index + 1]?.startsWith("\\") === true ? "" : "\n");
  }
  return text;
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
