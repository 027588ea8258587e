import { type JsonObject, parseJson } from "../json.js";
import type { LineReading, LogEntry } from "./lineReading.js";
import { readDirection, readTextTime, toMilliseconds } from "./logPrefix.js";
import { isRpcMessage } from "./rpcMessages.js";

/** The names that recorders use for the parts of a line. */
const DIRECTION_FIELDS = ["dir", "direction"];
const MESSAGE_FIELDS = ["msg", "message", "payload", "data", "frame", "line", "raw"];
const TIME_FIELDS = ["t", "ts", "time", "timestamp"];

/** Returns whether a line has a field with a time. */
export function hasTime(line: JsonObject): boolean {
  return findField(line, TIME_FIELDS) !== undefined;
}

/** Reads an object whose fields are the parts of a frame, with other names or values than in a trace. */
export function readRecorderLine({ value: line }: LogEntry): LineReading | undefined {
  const directionField = findField(line, DIRECTION_FIELDS);
  const messageField =
    MESSAGE_FIELDS.find((name) => isRpcMessage(parseMessage(line[name]))) ??
    findField(line, MESSAGE_FIELDS);
  const msg = messageField && parseMessage(line[messageField]);
  // The log of a program has such lines, too.
  if (directionField === undefined && !isRpcMessage(msg)) return undefined;
  const direction = directionField && line[directionField];
  const dir = typeof direction === "string" ? readDirection(direction) : undefined;
  if (directionField !== undefined && dir === undefined)
    return {
      problem: `"${directionField}" is ${JSON.stringify(direction)}, which is not a known direction such as "recv", "sent", "in", "out", "agent" or "client". The line was skipped.`,
    };
  if (messageField === undefined)
    return {
      problem: `The message is missing: the line has none of the fields ${MESSAGE_FIELDS.map((name) => `"${name}"`).join(", ")}. It was skipped.`,
    };
  const timeField = findField(line, TIME_FIELDS);
  const t = timeField === undefined ? undefined : readTime(line[timeField]);
  return {
    message: { t, dir, msg },
    ...(timeField !== undefined &&
      t === undefined && { problem: `"${timeField}" is not a time and was ignored.` }),
  };
}

function findField(line: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => line[name] !== undefined);
}

/** Parses a message that was recorded as text. Output that is not JSON stays text. */
function parseMessage(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

/** Returns a time in milliseconds, counted from any start. */
function readTime(value: unknown): number | undefined {
  if (typeof value === "number") return toMilliseconds(value);
  return typeof value === "string" ? readTextTime(value) : undefined;
}
