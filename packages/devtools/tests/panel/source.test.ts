import { describe, expect, it } from "vitest";
import { createHistory, formatTrace, recordTrace } from "../../src/index.js";
import {
  collectMessages,
  createTraceSource,
  exportFileName,
} from "../../src/panel/model/source.js";
import { loads, observeAmid, said, steadyStore } from "../support/frames.js";
import { recordingText } from "../../../core/tests/support/recordings.js";

describe("collectMessages", () => {
  it("returns the same messages after a trace was saved and opened", () => {
    const text = recordingText("claude-parallel");
    const save = (trace: string): string =>
      formatTrace(collectMessages(createTraceSource("trace", trace).history).frames);
    const saved = save(text);
    expect(save(saved)).toBe(saved);
    const keys = saved
      .trimEnd()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line) as object));
    expect(new Set(keys.map(String))).toEqual(new Set(["t,dir,msg"]));
  });

  it("returns a message once if another one came between its entries", () => {
    const store = steadyStore();
    const recording = recordTrace(store);
    const history = createHistory(store);
    observeAmid(store, said("Hello"));
    store.observe(loads("s1"));
    const { frames, indices } = collectMessages(history);
    expect(frames).toEqual(recording.frames());
    expect(indices).toEqual([0, 1]);
  });
});

describe("exportFileName", () => {
  it.each([
    [undefined, false, "acp-trace.jsonl"],
    [undefined, true, "acp-trace-redacted.jsonl"],
    ["gemini-parallel.jsonl", true, "gemini-parallel-redacted.jsonl"],
    ["/traces/a b.ndjson", false, "a-b.jsonl"],
    ["C:\\traces\\über.txt", false, "über.jsonl"],
  ])("derives a file name from %j (redacted: %s): %s", (name, isRedacted, file) => {
    expect(exportFileName(name, isRedacted)).toBe(file);
  });
});
