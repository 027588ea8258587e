import type { Frame } from "@acp-store/core";
import { isObject } from "../json.js";

/** A line of a trace that is no frame, or not quite one. */
export interface TraceProblem {
  /** Counted from 1. */
  readonly line: number;
  /** What was wrong with it and what was done about it. */
  readonly message: string;
  /** The line, or its beginning. */
  readonly text: string;
}

/** What a text holds of a trace. */
export interface ParsedTrace {
  readonly frames: readonly Frame[];
  /** For each frame the line it stands on, counted from 1. */
  readonly lines: readonly number[];
  readonly problems: readonly TraceProblem[];
}

/** How many characters of a bad line are shown. */
const SHOWN = 120;

/**
 * Reads a `.jsonl` trace: a line for each message, `{"t":12,"dir":"recv","msg":{…}}`. Never throws:
 * lines that are no frames are left out and reported. Empty lines count as nothing.
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
  for (const [position, row] of rows.entries()) {
    if (row.trim() === "") continue;
    const line = position + 1;
    const { frame, message } = readLine(row);
    if (message !== undefined) problems.push({ line, message, text: row.slice(0, SHOWN) });
    if (frame === undefined) continue;
    frames.push(frame);
    lines.push(line);
  }
  return { frames, lines, problems };
}

interface Reading {
  readonly frame?: Frame;
  readonly message?: string;
}

function readLine(row: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(row);
  } catch (error) {
    return { message: `It is no JSON: ${String(error)}. It was left out.` };
  }
  if (!isObject(value)) return { message: "It is no object. It was left out." };
  const { dir, msg, t } = value;
  if (dir !== "recv" && dir !== "sent")
    return { message: 'Its "dir" is neither "recv" nor "sent". It was left out.' };
  if (!("msg" in value)) return { message: 'It has no "msg". It was left out.' };
  if (t === undefined) return { frame: { dir, msg } };
  if (typeof t === "number") return { frame: { t, dir, msg } };
  return { frame: { dir, msg }, message: 'Its "t" is no number. It counts as absent.' };
}
