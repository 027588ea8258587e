import Anser from "anser";
import { type Style, styleOf } from "./terminalStyle.js";

/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style | undefined;
}

// What moves the cursor is put into characters that stand for nothing, as the colour library
// keeps the text and drops all other sequences.
const ERASE_TO_END = "\uFDD0";
const ERASE_ROW = "\uFDD1";
const ERASE_BELOW = "\uFDD2";
const UP = "\uFDD3";
const CONTROLS = /([\n\r\b\uFDD0-\uFDD3])/;
const MOST_UP = 500;

/**
 * What a terminal would show, line by line, in colours: a carriage return writes over the line, as
 * progress bars do, and so do erased lines and the way up. Other movements are left out.
 */
export function terminalRows(text: string): readonly (readonly Span[])[] {
  const screen = createScreen();
  for (const { content, ...look } of Anser.ansiToJson(withMarks(text), { remove_empty: true })) {
    const style = styleOf(look);
    for (const piece of content.split(CONTROLS)) screen.take(piece, style);
  }
  return screen.rows;
}

// oxlint-disable-next-line eslint/no-control-regex -- these are what a terminal would obey
const TITLES = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// oxlint-disable-next-line eslint/no-control-regex -- these are what a terminal would obey
const MOVES = /\u001b\[(\d*)([KJA])/g;

function withMarks(text: string): string {
  return text
    .replace(TITLES, "")
    .replace(/\r+\n/g, "\n")
    .replace(MOVES, (_, count: string, move: string) => markOf(move, count));
}

function markOf(move: string, count: string): string {
  if (move === "A") return UP.repeat(Math.min(Number(count || 1), MOST_UP));
  if (move === "J") return count === "" || count === "0" ? ERASE_BELOW : "";
  return count === "2" ? ERASE_ROW : ERASE_TO_END;
}

interface Screen {
  readonly rows: readonly (readonly Span[])[];
  take(piece: string, style: Style | undefined): void;
}

/** Rows of text with a cursor. */
function createScreen(): Screen {
  const rows: (readonly Span[])[] = [[]];
  let row = 0;
  let column = 0;

  function newLine(): void {
    row += 1;
    column = 0;
    if (row === rows.length) rows.push([]);
  }

  function eraseToEnd(): void {
    rows[row] = part(rows[row] ?? [], 0, column);
  }

  function write(text: string, style: Style | undefined): void {
    const line = rows[row] ?? [];
    const length = line.reduce((sum, span) => sum + span.text.length, 0);
    const end = column + text.length;
    const gap = column > length ? [{ text: " ".repeat(column - length), style: undefined }] : [];
    const before = column < length ? part(line, 0, column) : line;
    rows[row] = [...before, ...gap, { text, style }, ...part(line, end, length)];
    column = end;
  }

  function take(piece: string, style: Style | undefined): void {
    if (piece === "\n") newLine();
    else if (piece === "\r") column = 0;
    else if (piece === "\b") column = Math.max(0, column - 1);
    else if (piece === UP) row = Math.max(0, row - 1);
    else if (piece === ERASE_ROW) rows[row] = [];
    else if (piece === ERASE_TO_END) eraseToEnd();
    else if (piece === ERASE_BELOW) {
      eraseToEnd();
      rows.length = row + 1;
    } else if (piece !== "") write(piece, style);
  }

  return { rows, take };
}

/** The spans between two columns. */
function part(row: readonly Span[], from: number, to: number): Span[] {
  const taken: Span[] = [];
  let column = 0;
  for (const { text, style } of row) {
    const piece = text.slice(Math.max(0, from - column), Math.max(0, to - column));
    if (piece !== "") taken.push({ text: piece, style });
    column += text.length;
  }
  return taken;
}
