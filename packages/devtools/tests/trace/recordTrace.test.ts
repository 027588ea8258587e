import type { Frame } from "@acp-store/core";
import { formatFrame, recordTrace } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";
import { said, steadyStore, wrote } from "../support/frames.js";

const frames = ["a", "b", "c", "d"].map((word, index) => ({ ...said(word), t: 100 + 10 * index }));

describe("recordTrace", () => {
  it("records frames with times relative to the first", () => {
    const store = steadyStore();
    const recording = recordTrace(store);
    for (const frame of frames) store.observe(frame);
    expect(recording.frames()).toEqual(frames.map((frame, index) => ({ ...frame, t: 10 * index })));
    expect(recording.dropped()).toBe(0);
  });

  it("records an ingested update as a session/update message", () => {
    const store = steadyStore();
    const recording = recordTrace(store);
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "plan", entries: [] } });
    expect(recording.frames()).toMatchObject([
      { t: 0, dir: "recv", msg: { method: "session/update", params: { sessionId: "s1" } } },
    ]);
  });

  it("records lines of stderr between the messages", () => {
    const store = steadyStore();
    const recording = recordTrace(store);
    const [first, second] = frames as [Frame, Frame];
    for (const frame of [wrote("starting", 90), first, wrote("\u001b[31mfailed", 105), second])
      store.observe(frame);
    const trace = recording.frames();
    expect(trace.map(({ t, dir }) => [t, dir])).toEqual([
      [0, "stderr"],
      [10, "recv"],
      [15, "stderr"],
      [20, "recv"],
    ]);
    expect(formatFrame(trace[2] as Frame)).toBe(
      '{"t":15,"dir":"stderr","msg":"\\u001b[31mfailed"}',
    );
  });

  it("keeps the newest frames when the limit is exceeded", () => {
    const store = steadyStore();
    const recording = recordTrace(store, { limit: 3 });
    for (const frame of frames.slice(0, 3)) store.observe(frame);
    expect(recording.frames().map(({ t }) => t)).toEqual([0, 10, 20]);
    store.observe(frames[3] as Frame);
    expect(recording.frames().map(({ t }) => t)).toEqual([10, 20, 30]);
    expect(recording.dropped()).toBe(1);
  });

  it("passes frames to a sink and keeps none", () => {
    const store = steadyStore();
    const received: Frame[] = [];
    const recording = recordTrace(store, { sink: (frame) => void received.push(frame) });
    for (const frame of frames) store.observe(frame);
    expect(received.map(({ t }) => t)).toEqual([0, 10, 20, 30]);
    expect(recording.frames()).toEqual([]);
  });

  it("records nothing after stop", () => {
    const store = steadyStore();
    const recording = recordTrace(store);
    store.observe(said("a"));
    recording.stop();
    store.observe(said("b"));
    expect(recording.frames()).toHaveLength(1);
  });

  it("throws for a limit below 1", () => {
    expect(() => recordTrace(steadyStore(), { limit: 0 })).toThrow(RangeError);
  });
});
