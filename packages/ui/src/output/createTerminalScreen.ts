import type { TerminalStyle } from "./terminalStyle.js";

/** Consecutive characters of a line that share one style. */
export interface TerminalSpan {
  readonly text: string;
  readonly style: TerminalStyle | undefined;
}

/** A grid of characters with a cursor. */
export interface TerminalScreen {
  /** Writes text without control characters at the cursor. */
  write(text: string, style: TerminalStyle | undefined): void;
  newLine(): void;
  /** Moves the cursor to the start of the line. */
  carriageReturn(): void;
  backspace(): void;
  /** Moves the cursor up, but not above the first line. */
  cursorUp(count: number): void;
  /** Erases the line from the cursor to its end. */
  eraseToEnd(): void;
  eraseLine(): void;
  /** Erases the line from the cursor to its end, and all lines below. */
  eraseBelow(): void;
  /** Returns the spans of each line. */
  getRows(): readonly (readonly TerminalSpan[])[];
}

/**
 * The spans before and after a position in a line. The next span is the last one in `after`, so text
 * is written and overwritten without moving the rest of the line.
 */
interface DividedRow {
  readonly before: TerminalSpan[];
  readonly after: TerminalSpan[];
  /** The number of characters in `before`. */
  column: number;
}

/**
 * The most spaces that are added between the end of a line and the cursor. A cursor that moves up from
 * a very long line could add more text than the output has.
 */
const MAX_GAP = 100;

/** Creates an empty screen. The cost of all calls together grows linearly with the text. */
export function createTerminalScreen(): TerminalScreen {
  const rows: (DividedRow | undefined)[] = [undefined];
  let line = 0;
  let column = 0;

  /** Returns the line of the cursor, divided at the column. */
  function divideRow(): DividedRow {
    const row = (rows[line] ??= { before: [], after: [], column: 0 });
    while (row.column > column) {
      const span = row.before.pop();
      if (span === undefined) break;
      row.column -= span.text.length;
      row.after.push(span);
    }
    while (row.column < column) {
      const span = row.after.pop();
      if (span === undefined) break;
      const rest = span.text.slice(column - row.column);
      const start = rest === "" ? span : { ...span, text: span.text.slice(0, column - row.column) };
      if (rest !== "") row.after.push({ ...span, text: rest });
      row.before.push(start);
      row.column += start.text.length;
    }
    return row;
  }

  function write(text: string, style: TerminalStyle | undefined): void {
    const row = divideRow();
    if (row.column < column) {
      const gap = " ".repeat(Math.min(column - row.column, MAX_GAP));
      row.before.push({ text: gap, style: undefined });
      row.column += gap.length;
    }
    for (let covered = text.length; covered > 0; ) {
      const span = row.after.pop();
      if (span === undefined) break;
      const rest = span.text.slice(covered);
      if (rest !== "") row.after.push({ ...span, text: rest });
      covered -= span.text.length;
    }
    row.before.push({ text, style });
    row.column += text.length;
    column = row.column;
  }

  const eraseToEnd = (): void => void (divideRow().after.length = 0);
  return {
    write,
    newLine() {
      line += 1;
      column = 0;
      if (line === rows.length) rows.push(undefined);
    },
    carriageReturn: () => void (column = 0),
    backspace: () => void (column = Math.max(0, column - 1)),
    cursorUp: (count) => void (line = Math.max(0, line - count)),
    eraseToEnd,
    eraseLine: () => void (rows[line] = undefined),
    eraseBelow() {
      eraseToEnd();
      rows.length = line + 1;
    },
    getRows: () =>
      rows.map((row) => (row === undefined ? [] : [...row.before, ...row.after.toReversed()])),
  };
}
