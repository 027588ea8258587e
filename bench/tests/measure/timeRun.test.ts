import { expect, it, vi } from "vitest";
import type { Contestant } from "../../src/contestants/contestant.js";
import { getTimedRange, timeRun } from "../../src/measure/timeRun.js";
import type { Workload } from "../../src/workloads/workloads.js";

const lines = Array.from({ length: 2500 }, (_, number) => `line ${number}`);
const workload: Workload = { name: "W", version: 1, setup: ["setup"], lines, warmUp: [] };

function createRecorder(maxLines?: number) {
  const loaded: string[] = [];
  const applied: string[] = [];
  const flushedAfter: number[] = [];
  const contestant: Contestant = {
    name: "recorder",
    start: () => ({
      load: (more) => void loaded.push(...more),
      applyLine: (line) => void applied.push(line),
      flush: () => void flushedAfter.push(applied.length),
    }),
    ...(maxLines !== undefined && { maxLines: () => maxLines }),
  };
  return { contestant, loaded, applied, flushedAfter };
}

it("returns a range in the middle for a contestant with a maximum number of lines", () => {
  expect(getTimedRange(createRecorder(100).contestant, workload)).toEqual({ from: 1200, to: 1300 });
  expect(getTimedRange(createRecorder().contestant, workload)).toEqual({ from: 0, to: 2500 });
});

it("loads the lines before the measured range and applies the range line by line", () => {
  vi.stubGlobal("gc", () => {});
  const { contestant, loaded, applied, flushedAfter } = createRecorder(100);
  timeRun(contestant, workload);
  expect(loaded).toEqual(["setup", ...lines.slice(0, 1200)]);
  expect(applied).toEqual(lines.slice(1200, 1300));
  expect(flushedAfter.at(-1)).toBe(100);
});

it("returns the time per update for each block of 1,000 updates", () => {
  vi.stubGlobal("gc", () => {});
  expect(timeRun(createRecorder().contestant, workload).blocks).toHaveLength(3);
});
