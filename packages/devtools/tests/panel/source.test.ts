import type { Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  createHistory,
  createPlayer,
  formatTrace,
  parseTrace,
  recordTrace,
} from "../../src/index.js";
import {
  collectMessages,
  createTraceSource,
  exportFileName,
} from "../../src/panel/model/source.js";
import { loads, observeAmid, said, sent, steadyStore } from "../support/frames.js";
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

describe("a trace that says how the connection ended", () => {
  const prompt = sent(
    { id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } },
    0,
  );
  const text = formatTrace([prompt], { t: 4000, reason: "The agent exited with code 1" });

  it("leads to the state of the disconnect, at its time", () => {
    const { trace, history } = createTraceSource("crash", text);
    expect(trace?.end).toEqual({ t: 4000, reason: "The agent exited with code 1" });
    expect(trace?.problems).toEqual([]);
    const { connection, sessions } = history.getState();
    expect(connection).toMatchObject({ reason: "The agent exited with code 1" });
    expect(sessions.get("s1")?.openTurns).toEqual([]);
    expect(history.now()).toBe(4000);
  });

  it("is the same after it was saved and opened", () => {
    const { frames, end } = collectMessages(createTraceSource("crash", text).history);
    expect(formatTrace(frames, end)).toBe(text);
  });

  it("is played to its end", () => {
    const { frames, end } = parseTrace(text);
    const player = createPlayer(frames, end);
    expect(player.getState().store.getState().connection?.reason).toBeUndefined();
    player.seek(frames.length);
    expect(player.getState().store.getState().connection?.reason).toBe(
      "The agent exited with code 1",
    );
  });
});

describe("a trace of several agents", () => {
  const named = (name: string, agent: string): Frame[] =>
    parseTrace(recordingText(name)).frames.map((frame) => ({ ...frame, agent }));
  const claude = named("claude-parallel", "Claude");
  const gemini = named("gemini-parallel", "Gemini");
  // Both have the same JSON-RPC ids.
  const text = formatTrace([...claude, ...gemini].toSorted((a, b) => (a.t ?? 0) - (b.t ?? 0)));

  it("shows the frames of the first agent, or of the chosen one, as alone", () => {
    for (const [frames, agent] of [
      [gemini, undefined],
      [claude, "Claude"],
      [gemini, "Gemini"],
    ] as const) {
      const { trace } = createTraceSource("both", text, agent);
      const alone = createTraceSource("alone", formatTrace(frames));
      expect(trace?.agents).toEqual(["Gemini", "Claude"]);
      expect(trace?.frames).toEqual(frames);
      expect(trace?.lines.length).toBe(frames.length);
      expect(trace?.store.getState()).toEqual(alone.trace?.store.getState());
    }
  });

  it("shows frames without a name with those of each agent", () => {
    const both = formatTrace([...claude, { t: 1e9, dir: "stderr", msg: "The host exits." }]);
    expect(createTraceSource("both", both).trace?.frames.length).toBe(claude.length + 1);
    const { trace } = createTraceSource("both", `${both}${formatTrace(gemini)}`, "Gemini");
    expect(trace?.frames.length).toBe(gemini.length + 1);
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
