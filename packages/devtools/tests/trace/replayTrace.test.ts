import { createAcpStore, type Frame } from "@acp-store/core";
import { recordTrace, replayTrace } from "@acp-store/devtools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plain, said, steadyStore, wrote } from "../support/frames.js";
import { ALL_RECORDINGS, recordedFrames } from "../../../core/tests/support/recordings.js";

function timed(...times: (number | undefined)[]): Frame[] {
  return times.map((t, index) => ({ ...said(`${index}`), ...(t !== undefined && { t }) }));
}

/** Creates a store that only collects frames. */
function collectingStore() {
  const seen: Frame[] = [];
  const observe = (frame: Frame) => {
    seen.push(frame);
    return { accepted: true, diagnostics: [] };
  };
  return { observe, seen };
}

describe("replayTrace at infinite speed", () => {
  it("feeds all frames before it returns", () => {
    const store = collectingStore();
    void replayTrace(store, timed(5, 1_000_000, 2_000_000));
    expect(store.seen).toHaveLength(3);
  });

  it("shows lines of stderr to inspectors, at their times", async () => {
    const store = createAcpStore();
    const recording = recordTrace(store);
    const trace = [wrote("starting", 0), ...timed(5), wrote("warning", 7)];
    await replayTrace(store, trace);
    expect(recording.frames().map(({ t, dir }) => [t, dir])).toEqual([
      [0, "stderr"],
      [5, "recv"],
      [7, "stderr"],
    ]);
  });

  it.each(ALL_RECORDINGS)("leads to the same state as observing %s directly", async (name) => {
    const frames = recordedFrames(name);
    const original = createAcpStore({ idPrefix: "t", now: () => 0 });
    const recording = recordTrace(original);
    for (const frame of frames) original.observe(frame);
    const store = createAcpStore({ idPrefix: "t", now: () => 1 });
    await replayTrace(store, frames);
    expect(plain(store.getState())).toEqual(plain(original.getState()));
    expect(recording.frames().map(({ msg }) => msg)).toEqual(frames.map(({ msg }) => msg));
  });
});

describe("replayTrace at a speed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("keeps the timing of the trace at speed 1", async () => {
    const store = collectingStore();
    const done = replayTrace(store, timed(100, 100, 150, undefined, 120, 400), { speed: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.seen).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(49);
    expect(store.seen).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.seen).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(250);
    await done;
    expect(store.seen).toHaveLength(6);
  });

  it("divides the delays by the speed", async () => {
    const store = collectingStore();
    const done = replayTrace(store, timed(0, 1_000), { speed: 10 });
    await vi.advanceTimersByTimeAsync(99);
    expect(store.seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.seen).toHaveLength(2);
    await done;
  });

  it("supports delays longer than the limit of setTimeout", async () => {
    const store = collectingStore();
    const month = 31 * 24 * 3_600_000;
    const done = replayTrace(store, timed(0, month), { speed: 1 });
    await vi.advanceTimersByTimeAsync(month - 1);
    expect(store.seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(store.seen).toHaveLength(2);
  });

  it("stops immediately when aborted, without leaving a timer", async () => {
    const store = collectingStore();
    const stop = new AbortController();
    const done = replayTrace(store, timed(0, 1_000), { speed: 1, signal: stop.signal });
    const outcome = done.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort(new Error("enough"));
    expect(await outcome).toEqual(new Error("enough"));
    expect(vi.getTimerCount()).toBe(0);
    expect(store.seen).toHaveLength(1);
  });

  it("feeds nothing if the signal is already aborted", async () => {
    const store = collectingStore();
    const signal = AbortSignal.abort(new Error("never"));
    await expect(replayTrace(store, timed(0), { signal })).rejects.toThrow("never");
    expect(store.seen).toEqual([]);
  });

  it.each([0, -1, Number.NaN])("rejects the speed %s", async (speed) => {
    await expect(replayTrace(steadyStore(), [], { speed })).rejects.toThrow(RangeError);
  });
});
