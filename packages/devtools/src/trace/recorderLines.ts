import type { Frame } from "@acp-store/core";
import { isObject, type JsonObject, parseJson } from "../json.js";
import type { LineReading } from "./lineReading.js";

/** The names that recorders use for the parts of a line. */
const DIRECTION_FIELDS = ["dir", "direction"];
const MESSAGE_FIELDS = ["msg", "message", "payload", "data", "frame", "line"];
const TIME_FIELDS = ["t", "ts", "time", "timestamp"];

type MessageDirection = Exclude<Frame["dir"], "stderr">;

/** The words for a direction, as a client would use them. */
const DIRECTION_WORDS: Readonly<Record<MessageDirection, readonly string[]>> = {
  recv: [
    ...["recv", "received", "in", "incoming", "inbound", "read", "<-", "<", "<<", "<<<", "←"],
    ...["agent", "server", "agenttoclient", "agentclient", "servertoclient", "stdout"],
  ],
  sent: [
    ...["sent", "send", "out", "outgoing", "outbound", "write", "->", ">", ">>", ">>>", "→"],
    ...["client", "editor", "clienttoagent", "clientagent", "clienttoserver", "stdin"],
  ],
};

/** Methods that only one side calls. They show which side a recorder means by its words. */
const METHOD_DIRECTIONS: ReadonlyMap<unknown, MessageDirection> = new Map([
  ["initialize", "sent"],
  ["session/new", "sent"],
  ["session/load", "sent"],
  ["session/resume", "sent"],
  ["session/prompt", "sent"],
  ["session/cancel", "sent"],
  ["session/update", "recv"],
  ["session/request_permission", "recv"],
  ["fs/read_text_file", "recv"],
  ["fs/write_text_file", "recv"],
  ["terminal/create", "recv"],
]);

/** Unix times in seconds and in milliseconds are above these values since 2001 and 1973. */
const MIN_UNIX_SECONDS = 1e9;
const MIN_UNIX_MS = 1e11;

/** Returns whether a line has a field with a time. */
export function hasTime(line: JsonObject): boolean {
  return findField(line, TIME_FIELDS) !== undefined;
}

/**
 * Reads a line that names its parts differently than a trace of acp-store. The direction is the one
 * that a client would mean, and the time is as recorded; {@link createOrientation} corrects both.
 */
export function readRecorderLine(line: JsonObject): LineReading {
  const directionField = findField(line, DIRECTION_FIELDS);
  if (directionField === undefined)
    return { problem: `The direction is missing: ${expectField(DIRECTION_FIELDS)}.` };
  const dir = readDirection(line[directionField]);
  if (dir === undefined) {
    const value = JSON.stringify(line[directionField]);
    return {
      problem: `"${directionField}" is ${value}, which is not a known direction such as "recv", "sent", "in", "out", "agent" or "client". The line was skipped.`,
    };
  }
  const messageField = findField(line, MESSAGE_FIELDS);
  if (messageField === undefined)
    return { problem: `The message is missing: ${expectField(MESSAGE_FIELDS)}.` };
  const frame = { dir, msg: parseMessage(line[messageField]) };
  const timeField = findField(line, TIME_FIELDS);
  if (timeField === undefined) return { frame };
  const t = readTime(line[timeField]);
  if (t === undefined) return { frame, problem: `"${timeField}" is not a time and was ignored.` };
  return { frame: { t, ...frame } };
}

function findField(line: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => line[name] !== undefined);
}

function expectField(names: readonly string[]): string {
  return `the line has none of the fields ${names.map((name) => `"${name}"`).join(", ")}. It was skipped`;
}

function readDirection(value: unknown): MessageDirection | undefined {
  if (typeof value !== "string") return undefined;
  const word = value.trim().toLowerCase();
  // "client-to-agent", "client→agent" and "client_to_agent" are the same.
  const letters = word.replace(/[^a-z]/g, "");
  return (["recv", "sent"] as const).find((dir) =>
    DIRECTION_WORDS[dir].some((known) => known === word || known === letters),
  );
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
  if (typeof value === "string") {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  if (typeof value !== "number") return undefined;
  return value >= MIN_UNIX_SECONDS && value < MIN_UNIX_MS ? value * 1000 : value;
}

/**
 * Returns a function that makes the frames of a recorder comparable with those of a trace: the
 * directions are those of a client even if the agent's side recorded them, and times count from the
 * first message.
 */
export function createOrientation(frames: readonly Frame[]): (frame: Frame) => Frame {
  const decisive = frames.find(({ msg }) => METHOD_DIRECTIONS.has(methodOf(msg)));
  const isInverted =
    decisive !== undefined && METHOD_DIRECTIONS.get(methodOf(decisive.msg)) !== decisive.dir;
  const first = frames.find(({ t }) => t !== undefined)?.t ?? 0;
  const start = first >= MIN_UNIX_MS ? first : 0;
  return ({ t, dir, msg }) => ({
    // Seconds with a fraction become milliseconds with rounding errors.
    ...(t !== undefined && { t: Math.round((t - start) * 1000) / 1000 }),
    dir: (dir === "recv") === isInverted ? "sent" : "recv",
    msg,
  });
}

function methodOf(msg: unknown): unknown {
  return isObject(msg) ? msg["method"] : undefined;
}
