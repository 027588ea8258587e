import Anser from "anser";
import { type TerminalStyle, toTerminalStyle } from "./terminalStyle.js";

/** Consecutive characters of a line that share one style. */
export interface TerminalSpan {
  readonly text: string;
  readonly style: TerminalStyle | undefined;
}

// Cursor movements are replaced with Unicode noncharacters, because the color library keeps text
// but drops every escape sequence other than colors.
const ERASE_TO_END = "\uFDD0";
const ERASE_ROW = "\uFDD1";
const ERASE_BELOW = "\uFDD2";
const CURSOR_UP = "\uFDD3";
const CONTROL_CHARACTERS = /([\n\r\b\uFDD0-\uFDD3])/;
const MAX_ROWS_UP = 500;

/**
 * Renders output like a terminal would, as rows of styled spans. Supports overwriting a line after
 * a carriage return (progress bars), erasing, and moving the cursor up. Ignores other movements.
 */
export function renderTerminalRows(text: string): readonly (readonly TerminalSpan[])[] {
  const screen = createTerminalScreen();
  const entries = Anser.ansiToJson(markMovements(text), { remove_empty: true });
  for (const { content, ...attributes } of entries) {
    const style = toTerminalStyle(attributes);
    for (const token of content.split(CONTROL_CHARACTERS)) screen.processToken(token, style);
  }
  return screen.rows;
}

// oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
const TITLE_SEQUENCES = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
const CURSOR_SEQUENCES = /\u001b\[(\d*)([KJA])/g;

function markMovements(text: string): string {
  return text
    .replace(TITLE_SEQUENCES, "")
    .replace(/\r+\n/g, "\n")
    .replace(CURSOR_SEQUENCES, (_, count: string, move: string) => toMark(move, count));
}

function toMark(move: string, count: string): string {
  if (move === "A") return CURSOR_UP.repeat(Math.min(Number(count || 1), MAX_ROWS_UP));
  if (move === "J") return count === "" || count === "0" ? ERASE_BELOW : "";
  return count === "2" ? ERASE_ROW : ERASE_TO_END;
}

interface TerminalScreen {
  readonly rows: readonly (readonly TerminalSpan[])[];
  /** Processes a control character or writes text at the cursor. */
  processToken(token: string, style: TerminalStyle | undefined): void;
}

/** Creates an empty screen with the cursor at its start. */
function createTerminalScreen(): TerminalScreen {
  const rows: (readonly TerminalSpan[])[] = [[]];
  let row = 0;
  let column = 0;

  function newLine(): void {
    row += 1;
    column = 0;
    if (row === rows.length) rows.push([]);
  }

  function eraseToEnd(): void {
    rows[row] = sliceRow(rows[row] ?? [], 0, column);
  }

  function write(text: string, style: TerminalStyle | undefined): void {
    const line = rows[row] ?? [];
    const length = line.reduce((sum, span) => sum + span.text.length, 0);
    const end = column + text.length;
    const gap = column > length ? [{ text: " ".repeat(column - length), style: undefined }] : [];
    const before = column < length ? sliceRow(line, 0, column) : line;
    rows[row] = [...before, ...gap, { text, style }, ...sliceRow(line, end, length)];
    column = end;
  }

  function processToken(token: string, style: TerminalStyle | undefined): void {
    if (token === "\n") newLine();
    else if (token === "\r") column = 0;
    else if (token === "\b") column = Math.max(0, column - 1);
    else if (token === CURSOR_UP) row = Math.max(0, row - 1);
    else if (token === ERASE_ROW) rows[row] = [];
    else if (token === ERASE_TO_END) eraseToEnd();
    else if (token === ERASE_BELOW) {
      eraseToEnd();
      rows.length = row + 1;
    } else if (token !== "") write(token, style);
  }

  return { rows, processToken };
}

/** Returns the spans between two columns. */
function sliceRow(row: readonly TerminalSpan[], from: number, to: number): TerminalSpan[] {
  const slice: TerminalSpan[] = [];
  let column = 0;
  for (const { text, style } of row) {
    const part = text.slice(Math.max(0, from - column), Math.max(0, to - column));
    if (part !== "") slice.push({ text: part, style });
    column += text.length;
  }
  return slice;
}
