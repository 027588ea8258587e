import { type HunkLine, listHunks } from "@acp-store/core/diff";
import { plainText } from "../model/plainText.js";
import { sortKeys } from "./normalize.js";

/** The lines in which two messages differ. */
export interface MessageDifference {
  /** All lines of both messages, in order. */
  readonly lines: readonly HunkLine[];
  readonly removed: number;
  readonly added: number;
}

/** Compares two messages as JSON with sorted keys, or two lines of stderr as text. */
export function diffMessages(left: unknown, right: unknown): MessageDifference {
  const leftLines = printLines(left);
  const [hunk] = listHunks(leftLines, printLines(right), Number.POSITIVE_INFINITY);
  const lines = hunk?.lines ?? leftLines.map((text) => ({ kind: "equal" as const, text }));
  return {
    lines,
    removed: lines.filter(({ kind }) => kind === "removed").length,
    added: lines.filter(({ kind }) => kind === "added").length,
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
