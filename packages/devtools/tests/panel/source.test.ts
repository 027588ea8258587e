import { expect, it } from "vitest";
import { createHistory, formatTrace, recordTrace } from "../../src/index.js";
import { messagesOf, traceSource } from "../../src/panel/model/source.js";
import { loads, observeAmid, said, steadyStore } from "../support/frames.js";
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

it("has a message once that another came in the middle of", () => {
  const store = steadyStore();
  const recording = recordTrace(store);
  const history = createHistory(store);
  observeAmid(store, said("Hello"));
  store.observe(loads("s1"));
  const { frames, indices } = messagesOf(history);
  expect(frames).toEqual(recording.frames());
  expect(indices).toEqual([0, 1]);
});
