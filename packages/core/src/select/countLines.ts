import { diffLines, parsePatch, type StructuredPatch } from "diff";
import type { ChangesItem, DiffItem, FileChange } from "../state/content.js";

/** How many lines came and went. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

const NO_LINES: LineCounts = { added: 0, removed: 0 };

/** An exact difference costs the square of its length: this one takes up to 50 ms. */
const MAX_EDIT_LENGTH = 500;

const ofTexts = new WeakMap<DiffItem, { readonly first: DiffItem; readonly lines: LineCounts }>();
const ofPatches = new WeakMap<ChangesItem, readonly LineCounts[]>();

/**
 * The lines between the text before the first and the text after the last of a chain of edits.
 * Items keep their reference until they change, so each is compared only once.
 */
export function countTextLines(first: DiffItem, last: DiffItem): LineCounts {
  const known = ofTexts.get(last);
  if (known?.first === first) return known.lines;
  const lines = difference(first.oldText ?? "", last.newText);
  ofTexts.set(last, { first, lines });
  return lines;
}

/** Agents send excerpts too, whose last line is not that of the file: how it ends is no change. */
function difference(before: string, after: string): LineCounts {
  const parts = diffLines(before, after, {
    ignoreNewlineAtEof: true,
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (parts === undefined) return roughDifference(before, after);
  let [added, removed] = [0, 0];
  for (const part of parts) {
    if (part.added) added += part.count;
    else if (part.removed) removed += part.count;
  }
  return { added, removed };
}

/** The lines that only one of the texts has. Only lines that moved are missing. */
function roughDifference(before: string, after: string): LineCounts {
  const counts = new Map<string, number>();
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of linesOf(after)) {
    const left = counts.get(line) ?? 0;
    if (left === 0) added++;
    else counts.set(line, left - 1);
  }
  let removed = 0;
  for (const left of counts.values()) removed += left;
  return { added, removed };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The lines of each change of an item. A patch may show only some of them, or none. */
export function countPatchLines(item: ChangesItem): readonly LineCounts[] {
  const known = ofPatches.get(item);
  if (known) return known;
  const files = item.patch?.format === "git_patch" ? read(item.patch.text) : [];
  const lines = item.changes.map((change) => {
    const file = files.find((candidate) => isAbout(candidate, change));
    return file === undefined ? NO_LINES : linesIn(file);
  });
  ofPatches.set(item, lines);
  return lines;
}

function read(patch: string): readonly StructuredPatch[] {
  try {
    return parsePatch(patch);
  } catch {
    return [];
  }
}

/** The parser writes `a/` and `b/` in front of the names of a move, and some agents do so always. */
function isAbout(file: StructuredPatch, { operation, path = "", oldPath }: FileChange): boolean {
  const isNamed = (name: string | undefined, side: string, wanted: string): boolean =>
    name === wanted || name === `${side}/${wanted}` || name === `${side}${wanted}`;
  if (operation === "delete") return isNamed(file.oldFileName, "a", path);
  if (!isNamed(file.newFileName, "b", path)) return false;
  return oldPath === undefined || isNamed(file.oldFileName, "a", oldPath);
}

function linesIn({ hunks }: StructuredPatch): LineCounts {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}
