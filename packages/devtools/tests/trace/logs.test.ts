import { createAcpStore, type Frame, serialize } from "@acp-store/core";
import { parseTrace } from "@acp-store/devtools";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../../core/tests/support/recordings.js";
import { TRACE_FORMATS } from "../../src/trace/parseTrace.js";

const FOLDER = new URL("logs/", import.meta.url);

/** Recordings in the formats of other tools, named by the recording and the tool. */
const LOGS = readdirSync(FOLDER).map((file) => {
  const [recording = "", tool = ""] = file.split(".");
  return { file, recording, tool };
});

/** The formats that most tools use are not named here. */
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  zed: "Zed ACP log",
  conductor: "ACP conductor trace",
  "conductor-debug": "ACP conductor debug log",
  "acp-devtools": "recording of another tool",
  openhands: "recording of another tool",
  messages: "JSON-RPC messages",
  pretty: "JSON-RPC messages",
  "one-line": "JSON-RPC messages",
};
const WITHOUT_TIMES = new Set(["zed", "messages", "pretty", "one-line", "arrows"]);

function stateOf(frames: readonly Frame[]): string {
  const store = createAcpStore({ idPrefix: "log", now: () => 0 });
  for (const frame of frames) store.observe(frame);
  return JSON.stringify(serialize(store.getState()));
}

/** Returns the frames of a recording as a log with or without times has them. */
function framesOf(recording: string, hasTimes: boolean): Frame[] {
  const frames = recordedFrames(recording);
  const start = frames[0]?.t ?? 0;
  return frames.map(({ t = 0, dir, msg }) =>
    hasTimes ? { t: t - start, dir, msg } : { dir, msg },
  );
}

describe("parseTrace", () => {
  it.each(LOGS)("reads $file like its recording", ({ file, recording, tool }) => {
    const { frames, lines, problems, format } = parseTrace(
      readFileSync(new URL(file, FOLDER), "utf8"),
    );
    const expected = framesOf(recording, !WITHOUT_TIMES.has(tool));
    expect(problems).toEqual([]);
    expect(format).toBe(FORMAT_NAMES[tool] ?? "log with JSON-RPC messages");
    expect(frames).toEqual(expected);
    expect(stateOf(frames)).toBe(stateOf(expected));
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it.each(ALL_RECORDINGS)("finds the directions of %s from methods and ids", (recording) => {
    const expected = framesOf(recording, false);
    const { frames } = parseTrace(expected.map(({ msg }) => JSON.stringify(msg)).join("\n"));
    expect(frames).toEqual(expected);
  });

  it("has a row for each format in the documentation", () => {
    const docs = readFileSync(new URL("../../../../docs/traces.md", import.meta.url), "utf8");
    for (const { name, form } of TRACE_FORMATS) expect(docs).toContain(`| ${name} | \`${form}\` |`);
  });
});
