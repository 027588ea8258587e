import type { DiffPosition } from "./diffPosition.js";
import type { DiffRow } from "./diffRow.js";

/** The line numbers of a row as texts of the same width. */
export interface RowNumbers {
  readonly old?: string | undefined;
  readonly new?: string | undefined;
}

export type NumberRow = (row: DiffRow) => RowNumbers;

const NO_NUMBERS: NumberRow = () => ({});

/**
 * Returns a function that formats the line numbers of the rows. A column without a number, such as that of
 * the old lines of a new file, is left out. Without a position, there are no numbers.
 */
export function createRowNumbers(
  rows: readonly DiffRow[],
  position: DiffPosition | undefined,
): NumberRow {
  if (position === undefined) return NO_NUMBERS;
  const formatOld = createColumn(
    rows.map(({ oldLine }) => oldLine),
    position.oldLine,
  );
  const formatNew = createColumn(
    rows.map(({ newLine }) => newLine),
    position.newLine,
  );
  return ({ oldLine, newLine }) => ({ old: formatOld(oldLine), new: formatNew(newLine) });
}

function createColumn(
  lines: readonly (number | undefined)[],
  firstLine: number,
): (line: number | undefined) => string | undefined {
  const last = lines.findLast((line) => line !== undefined);
  if (last === undefined) return () => undefined;
  const offset = firstLine - 1;
  const { length } = String(last + offset);
  return (line) => (line === undefined ? "" : String(line + offset)).padStart(length);
}
