import type { Frame } from "@acp-store/core";
import { isObject } from "../json.js";

/** A line of a trace that could not be parsed, or only in part. */
export interface TraceProblem {
  /** The line number, counted from 1. */
  readonly line: number;
  /** The reason, and whether the line was skipped. */
  readonly message: string;
  /** The text of the line, or its first 120 characters. */
  readonly text: string;
}

/** The result of {@link parseTrace}. */
export interface ParsedTrace {
  /** The frames, in the order of the lines. */
  readonly frames: readonly Frame[];
  /** The line number of each frame, counted from 1. */
  readonly lines: readonly number[];
  /** The lines that could not be parsed, or only in part. */
  readonly problems: readonly TraceProblem[];
}

const PROBLEM_TEXT_LENGTH = 120;

/**
 * Parses a `.jsonl` trace with one frame per line: `{"t":12,"dir":"recv","msg":{…}}`. Never throws:
 * invalid lines are skipped and listed in `problems`. Empty lines are ignored.
 *
 * @example
 * ```ts
 * const { frames, problems } = parseTrace(await file.text());
 * ```
 */
export function parseTrace(text: string): ParsedTrace {
  const frames: Frame[] = [];
  const lines: number[] = [];
  const problems: TraceProblem[] = [];
  const rows = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (const [index, row] of rows.entries()) {
    if (row.trim() === "") continue;
    const line = index + 1;
    const { frame, problem } = parseLine(row);
    if (problem !== undefined)
      problems.push({ line, message: problem, text: row.slice(0, PROBLEM_TEXT_LENGTH) });
    if (frame === undefined) continue;
    frames.push(frame);
    lines.push(line);
  }
  return { frames, lines, problems };
}

function parseLine(row: string): { readonly frame?: Frame; readonly problem?: string } {
  let value: unknown;
  try {
    value = JSON.parse(row);
  } catch (error) {
    return { problem: `Invalid JSON (${String(error)}). The line was skipped.` };
  }
  if (!isObject(value)) return { problem: "Not a JSON object. The line was skipped." };
  const { dir, msg, t } = value;
  if (dir !== "recv" && dir !== "sent")
    return { problem: '"dir" is neither "recv" nor "sent". The line was skipped.' };
  if (!("msg" in value)) return { problem: '"msg" is missing. The line was skipped.' };
  if (t === undefined) return { frame: { dir, msg } };
  if (typeof t === "number") return { frame: { t, dir, msg } };
  return { frame: { dir, msg }, problem: '"t" is not a number and was ignored.' };
}
