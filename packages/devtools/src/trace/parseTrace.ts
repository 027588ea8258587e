import type { Frame } from "@acp-store/core";
import type { JsonObject } from "../json.js";
import { createConductorReader, readConductorDebugLine } from "./conductorEvents.js";
import { createLineReader } from "./lineReader.js";
import type { LineReading, TraceEnd, TraceFormat } from "./lineReading.js";
import { createLogLineReader, readRpcLine } from "./logLines.js";
import { hasTime, readRecorderLine } from "./recorderLines.js";
import { resolveFrames } from "./resolveFrames.js";
import { readZedEntry } from "./zedEntries.js";

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
  /** The lines that could not be parsed, or only in part. Without a frame, there is at least one. */
  readonly problems: readonly TraceProblem[];
  /** The name of the format of most frames, such as "Zed ACP log". Absent without frames. */
  readonly format?: string;
  /** The end of the connection, if the trace has it. */
  readonly end?: TraceEnd;
  /** The number of other lines with text, such as the messages of a logger. */
  readonly textLines: number;
}

/** The formats, in the order in which they are tried. */
export const TRACE_FORMATS: readonly TraceFormat[] = [
  {
    name: "acp-store trace",
    form: '{"t":12,"dir":"recv","msg":{…}}',
    createReader:
      () =>
      ({ value }) => {
        const frame = readOwnLine(value);
        if (frame !== undefined) return { frame };
        const end = readEnd(value);
        return end && { end };
      },
  },
  {
    name: "ACP conductor trace",
    form: '{"type":"request","ts":0.4,"from":"Client","to":"Agent","method":…}',
    createReader: createConductorReader,
  },
  {
    name: "ACP conductor debug log",
    form: 'C → +12ms {"jsonrpc":"2.0",…}',
    createReader: () => readConductorDebugLine,
  },
  {
    name: "Zed ACP log",
    form: '{"_direction":"incoming","_type":"response","id":0,"params":{…}}',
    createReader: () => readZedEntry,
  },
  {
    name: "recording of another tool",
    form: '{"timestamp":"2026-11-24T05:27:34.123Z","direction":"in","message":{…}}',
    createReader: () => readRecorderLine,
  },
  {
    name: "JSON-RPC messages",
    form: '{"jsonrpc":"2.0",…}',
    createReader: () => readRpcLine,
  },
  {
    name: "log with JSON-RPC messages",
    form: '[12:00:01.123] → {"jsonrpc":"2.0",…}',
    createReader: createLogLineReader,
  },
];

const PROBLEM_TEXT_LENGTH = 120;
const NO_MESSAGE = `The file has no message that can be read. These forms are accepted: ${TRACE_FORMATS.map(({ name, form }) => `${form} (${name})`).join(", ")}.`;

/** Lines that have no text, and lines that separate messages. */
const WITHOUT_TEXT = /^[\s[\]{},=_*#-]*$/;
/** The length of the part of a line that can be the text in front of the message in the next line. */
const TEXT_LENGTH = 300;

/**
 * Parses a trace, or the log of another tool. Never throws: lines that look like a message but cannot
 * be read are listed in `problems`, and lines with other text are counted.
 *
 * It reads traces of acp-store, `{"t":12,"dir":"recv","msg":{…}}`, logs of Zed and of the ACP conductor,
 * files of other recorders, and all logs that contain the JSON-RPC messages. The methods and ids of
 * the messages imply the directions that a log does not name.
 *
 * @example
 * ```ts
 * const { frames, problems } = parseTrace(await file.text());
 * ```
 */
export function parseTrace(text: string): ParsedTrace {
  const rows = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const readLine = createLineReader(rows, TRACE_FORMATS);
  const readings: {
    readonly reading: LineReading;
    readonly format: string;
    readonly line: number;
  }[] = [];
  const problems: TraceProblem[] = [];
  let textLines = 0;
  let above = "";

  function problemAt(index: number, message: string): TraceProblem {
    return { line: index + 1, message, text: (rows[index] ?? "").slice(0, PROBLEM_TEXT_LENGTH) };
  }

  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? "";
    const { readings: found, error, lastIndex } = readLine(index, above);
    for (const { reading, format } of found) {
      readings.push({ reading, format, line: index + 1 });
      if (reading.problem !== undefined) problems.push(problemAt(index, reading.problem));
    }
    if (error !== undefined)
      problems.push(problemAt(index, `Invalid JSON (${error}). The line was skipped.`));
    if (found.length > 0 || error !== undefined) above = "";
    else if (!WITHOUT_TEXT.test(row)) {
      textLines++;
      // The direction of a message can be in one line, and its time in the line above.
      above = `${above.slice(above.lastIndexOf("\n") + 1)}\n${row.slice(0, TEXT_LENGTH)}`;
    }
    index = lastIndex;
  }

  const frames = resolveFrames(readings.map(({ reading }) => reading));
  const known = readings.filter((_, index) => frames[index] !== undefined);
  const end = readings.findLast(({ reading }) => reading.end !== undefined)?.reading.end;
  const format = mostFrequent(known.map(({ format }) => format));
  const firstText = Math.max(
    0,
    rows.findIndex((row) => !WITHOUT_TEXT.test(row)),
  );
  return {
    frames: frames.filter((frame) => frame !== undefined),
    lines: known.map(({ line }) => line),
    problems: format === undefined ? [problemAt(firstText, NO_MESSAGE), ...problems] : problems,
    ...(format !== undefined && { format }),
    ...(end !== undefined && { end }),
    textLines,
  };
}

/** Returns the item that occurs most often. */
function mostFrequent(items: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Reads a line in the format of `formatFrame`, or returns `undefined` if it has another format. */
function readOwnLine(line: JsonObject): Frame | undefined {
  const { dir, msg, t, agent } = line;
  if ((dir !== "recv" && dir !== "sent" && dir !== "stderr") || !("msg" in line)) return undefined;
  const frame: Frame = { ...(typeof agent === "string" && { agent }), dir, msg };
  if (typeof t === "number") return { t, ...frame };
  return hasTime(line) ? undefined : frame;
}

/** Reads the last line of a trace, in the format of `formatTrace`. */
function readEnd({ ended, t }: JsonObject): TraceEnd | undefined {
  if (typeof ended !== "string") return undefined;
  return { reason: ended, ...(typeof t === "number" && { t }) };
}
