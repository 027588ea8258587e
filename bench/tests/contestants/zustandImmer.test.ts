import { describe, expect, it } from "vitest";
import { floor } from "../../src/contestants/floor.js";
import {
  zustandImmer,
  zustandImmerBatched,
  zustandImmerUnfrozen,
} from "../../src/contestants/zustandImmer.js";
import { outcomeOfFloor, outcomeOfTree } from "../support/outcome.js";
import { allLines, small } from "../support/small.js";

describe.each(small)("zustand and immer in $name", (workload) => {
  it.each([zustandImmer, zustandImmerUnfrozen, zustandImmerBatched])(
    "end with what the floor ends with: $name",
    (contestant) => {
      const expected = floor.start(workload.version);
      const run = contestant.start(workload.version);
      const half = Math.floor(workload.lines.length / 2);
      expected.load(allLines(workload));
      run.load(workload.setup);
      run.load(workload.lines.slice(0, half));
      workload.lines.slice(half).forEach(run.take);
      run.finish?.();
      expect(outcomeOfTree(run.store.getState())).toEqual(outcomeOfFloor(expected.sessions));
    },
  );
});

it("hands out a new tree after each line", () => {
  const run = zustandImmer.start(1);
  const trees = small[0]?.lines.slice(0, 50).map((line) => {
    run.take(line);
    return run.store.getState();
  });
  expect(new Set(trees).size).toBe(50);
});
