import { expect, it, vi } from "vitest";
import type { Contestant } from "../../src/contestants/contestant.js";
import { stretchOf, timeRun } from "../../src/measure/timeRun.js";
import type { Workload } from "../../src/workloads/workload.js";

const lines = Array.from({ length: 2500 }, (_, number) => `line ${number}`);
const workload: Workload = { name: "W", version: 1, setup: ["setup"], lines, warmUp: [] };

function recorder(most?: number) {
  const loaded: string[] = [];
  const taken: string[] = [];
  const finished: number[] = [];
  const contestant: Contestant = {
    name: "recorder",
    start: () => ({
      load: (more) => void loaded.push(...more),
      take: (line) => void taken.push(line),
      finish: () => void finished.push(taken.length),
    }),
    ...(most !== undefined && { most: () => most }),
  };
  return { contestant, loaded, taken, finished };
}

it("takes lines from the middle where not all can be taken", () => {
  expect(stretchOf(recorder(100).contestant, workload)).toEqual({ from: 1200, to: 1300 });
  expect(stretchOf(recorder().contestant, workload)).toEqual({ from: 0, to: 2500 });
});

it("loads what comes before and takes the rest one by one", () => {
  vi.stubGlobal("gc", () => {});
  const { contestant, loaded, taken, finished } = recorder(100);
  timeRun(contestant, workload);
  expect(loaded).toEqual(["setup", ...lines.slice(0, 1200)]);
  expect(taken).toEqual(lines.slice(1200, 1300));
  expect(finished.at(-1)).toBe(100);
});

it("yields the cost of each thousand", () => {
  vi.stubGlobal("gc", () => {});
  expect(timeRun(recorder().contestant, workload).blocks).toHaveLength(3);
});
