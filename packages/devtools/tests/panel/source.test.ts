import { expect, it } from "vitest";
import { formatTrace } from "../../src/index.js";
import { messagesOf, traceSource } from "../../src/panel/model/source.js";
import { recordingText } from "../support/recordings.js";

it("holds the messages of its trace, and nothing of what the log adds", () => {
  const text = recordingText("claude-parallel");
  const saved = formatTrace(messagesOf(traceSource("trace", text).history).frames);
  expect(formatTrace(messagesOf(traceSource("again", saved).history).frames)).toBe(saved);
  const keys = saved
    .trimEnd()
    .split("\n")
    .map((line) => Object.keys(JSON.parse(line) as object));
  expect(new Set(keys.map(String))).toEqual(new Set(["t,dir,msg"]));
});
