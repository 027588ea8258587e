import type { Frame } from "@acp-store/core";
import { isObject, type JsonObject, parseJson } from "../json.js";
import { createConductorReader } from "./conductorEvents.js";
import type { LineReading } from "./lineReading.js";
import { createOrientation, hasTime, readRecorderLine } from "./recorderLines.js";

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
 * Parses a trace with one JSON object per line. Never throws: invalid lines are skipped and listed in
 * `problems`. Empty lines are ignored.
 *
 * Besides traces of acp-store, `{"t":12,"dir":"recv","msg":{…}}`, it reads the files of other
 * recorders, which name these fields differently, and the `.jsons` files of the ACP conductor.
 *
 * @example
 * ```ts
 * const { frames, problems } = parseTrace(await file.text());
 * ```
 */
export function parseTrace(text: string): ParsedTrace {
  const entries: { readonly frame: Frame; readonly line: number; readonly isOther: boolean }[] = [];
  const problems: TraceProblem[] = [];
  const readConductorEvent = createConductorReader();
  const rows = text.replace(/^\uFEFF/, "").split(/\r?\n/);

  for (const [index, row] of rows.entries()) {
    if (row.trim() === "") continue;
    const line = index + 1;
    const known = readJson(row, readConductorEvent);
    const { frame, problem } = "other" in known ? readRecorderLine(known.other) : known;
    if (problem !== undefined)
      problems.push({ line, message: problem, text: row.slice(0, PROBLEM_TEXT_LENGTH) });
    if (frame !== undefined) entries.push({ frame, line, isOther: "other" in known });
  }

  const orient = createOrientation(
    entries.filter(({ isOther }) => isOther).map(({ frame }) => frame),
  );
  return {
    frames: entries.map(({ frame, isOther }) => (isOther ? orient(frame) : frame)),
    lines: entries.map(({ line }) => line),
    problems,
  };
}

/** Reads a line in a known format, or returns the object of a line in another format. */
function readJson(
  row: string,
  readConductorEvent: (line: JsonObject) => LineReading | undefined,
): LineReading | { readonly other: JsonObject } {
  let line: unknown;
  try {
    line = parseJson(row);
  } catch (error) {
    return { problem: `Invalid JSON (${String(error)}). The line was skipped.` };
  }
  if (!isObject(line)) return { problem: "Not a JSON object. The line was skipped." };
  const frame = readOwnLine(line);
  return frame ? { frame } : (readConductorEvent(line) ?? { other: line });
}

/** Reads a line in the format of `formatFrame`, or returns `undefined` if it has another format. */
function readOwnLine(line: JsonObject): Frame | undefined {
  const { dir, msg, t } = line;
  if ((dir !== "recv" && dir !== "sent" && dir !== "stderr") || !("msg" in line)) return undefined;
  if (typeof t === "number") return { t, dir, msg };
  return hasTime(line) ? undefined : { dir, msg };
}
