import { isTextDiff, type TextDiffItem } from "@acp-store/core";
import type { DiffViewProps } from "../context/slots.js";
import { CONTEXT_LINES } from "./computeLineDiff.js";
import type { DiffRow } from "./diffRow.js";
import { getLineDiff } from "./diffItem.js";

/** The numbers in the file of the first lines of the old and the new text of a diff. */
export interface DiffPosition {
  readonly oldLine: number;
  readonly newLine: number;
}

type DiffCall = NonNullable<DiffViewProps["call"]>;

export const START_OF_FILE: DiffPosition = { oldLine: 1, newLine: 1 };

/**
 * Returns where the texts of a diff are in their file. Agents of version 1 send entire files, hunks with
 * a location each, or fragments whose position is unknown, and do not say which. A wrong number is worse
 * than none, so the result is `undefined` unless the texts or a location give evidence.
 */
export function findDiffPosition(
  item: TextDiffItem,
  call: DiffCall = { content: [item] },
): DiffPosition | undefined {
  if (!item.oldText) return START_OF_FILE;
  const { rows } = getLineDiff(item);
  const line = findLocationLine(item, call);
  if (isEntireFile(item, rows, line)) return START_OF_FILE;
  // A hunk begins with few unchanged lines. Otherwise the location is that of the change.
  const startsAtFirstLine = (rows[0]?.newLine ?? rows[0]?.oldLine) === 1;
  if (line === undefined || !startsAtFirstLine || countLeading(rows) > CONTEXT_LINES)
    return undefined;
  return { newLine: line, oldLine: line - countEarlierGrowth(item, call) };
}

/** Returns the line of the location of a diff, if each diff of the file has its own location. */
function findLocationLine(
  item: TextDiffItem,
  { content, locations }: DiffCall,
): number | undefined {
  const diffs = listDiffs(content, item.path);
  const lines = locations
    ?.filter(({ path, line }) => path === item.path && line != null)
    .map(({ line }) => line ?? undefined);
  return lines?.length === diffs.length ? lines[diffs.indexOf(item)] : undefined;
}

function listDiffs(content: DiffCall["content"], path: string): readonly TextDiffItem[] {
  return content?.filter(isTextDiff).filter((diff) => diff.path === path) ?? [];
}

/**
 * Returns whether the texts are entire files. They end with a line break, and either have unchanged lines
 * far from the changes, or the location is the line of the first change.
 */
function isEntireFile(
  { oldText, newText }: TextDiffItem,
  rows: readonly DiffRow[],
  line: number | undefined,
): boolean {
  if (!oldText?.endsWith("\n") || !newText.endsWith("\n")) return false;
  const oldLines = rows.filter(({ oldLine }) => oldLine !== undefined).length;
  if (oldText.split("\n").length - 1 > oldLines) return true;
  return line === (rows[0]?.newLine ?? 1) + countLeading(rows);
}

/** Returns the number of unchanged lines before the first change. */
function countLeading(rows: readonly DiffRow[]): number {
  return rows.findIndex(({ kind }) => kind !== "same");
}

/** Returns how many lines the earlier diffs of the file add. Locations are those after all changes. */
function countEarlierGrowth(item: TextDiffItem, { content }: DiffCall): number {
  const diffs = listDiffs(content, item.path);
  return diffs
    .slice(0, diffs.indexOf(item))
    .map(getLineDiff)
    .reduce((growth, { added, removed }) => growth + added - removed, 0);
}
