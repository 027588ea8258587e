import { diffLines } from "diff";
import { plainText } from "../model/plainText.js";
import { sortKeys } from "./normalize.js";

/** A line of one of two messages, or of both. */
export interface DiffLine {
  readonly kind: "equal" | "removed" | "added";
  readonly text: string;
}

/** The lines in which two messages differ. */
export interface MessageDifference {
  readonly lines: readonly DiffLine[];
  readonly removed: number;
  readonly added: number;
  /**
   * Whether the messages have so little in common that their lines were not compared. Only equal lines
   * at the start and at the end are known then.
   */
  readonly isAborted: boolean;
}

/**
 * The number of removed and added lines after which the comparison stops. Its time grows with the
 * square: this many take about a tenth of a second.
 */
const MAX_LINE_EDITS = 800;

/**
 * Compares two messages as JSON with sorted keys, or two lines of stderr as text.
 *
 * @returns All lines of both messages, in order.
 */
export function diffMessages(left: unknown, right: unknown): MessageDifference {
  const leftLines = printLines(left);
  const rightLines = printLines(right);
  const start = countEqual(leftLines, rightLines);
  const end = countEqual(leftLines.slice(start).toReversed(), rightLines.slice(start).toReversed());
  const leftMiddle = leftLines.slice(start, leftLines.length - end);
  const rightMiddle = rightLines.slice(start, rightLines.length - end);
  const changes = diffLines(joinLines(leftMiddle), joinLines(rightMiddle), {
    maxEditLength: MAX_LINE_EDITS,
  });
  const middle: DiffLine[] =
    changes === undefined
      ? [...toLines("removed", leftMiddle), ...toLines("added", rightMiddle)]
      : changes.flatMap(({ added, removed, value }) =>
          toLines(removed ? "removed" : added ? "added" : "equal", splitLines(value)),
        );
  return {
    lines: [
      ...toLines("equal", leftLines.slice(0, start)),
      ...middle,
      ...toLines("equal", leftLines.slice(leftLines.length - end)),
    ],
    removed: middle.filter(({ kind }) => kind === "removed").length,
    added: middle.filter(({ kind }) => kind === "added").length,
    isAborted: changes === undefined,
  };
}

/** Prints a message. A line of stderr is printed without colors. */
function printLines(msg: unknown): string[] {
  if (typeof msg === "string") return msg.split("\n").map(plainText);
  const json = JSON.stringify(sortKeys(msg), undefined, 2) ?? "";
  return json.split("\n").flatMap(breakText);
}

/** A part of a line of JSON that ends with an escaped line break, or the rest of the line. */
const TEXT_PARTS = /(?:[^\\]|\\[^n])*\\n|(?:[^\\]|\\[^n])+/g;

/** Breaks a line of JSON after the line breaks of its text, so that a long text has many lines. */
function breakText(line: string): string[] {
  if (!line.includes("\\n")) return [line];
  const [first = "", ...others] = line.match(TEXT_PARTS) ?? [line];
  const indent = " ".repeat(line.length - line.trimStart().length + 2);
  const lines = [first];
  for (const part of others) {
    // The quote that ends the text stays in the last line.
    if (/^",?$/.test(part)) lines.push(`${lines.pop() ?? ""}${part}`);
    else lines.push(`${indent}${part}`);
  }
  return lines;
}

function countEqual(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((line, index) => line !== right[index]);
  return different === -1 ? left.length : different;
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function splitLines(text: string): string[] {
  return text.slice(0, -1).split("\n");
}

function toLines(kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}
