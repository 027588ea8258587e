import { describe, expect, it } from "vitest";
import { baseline } from "../../src/contestants/baseline.js";
import { zustandImmer, zustandImmerBatched } from "../../src/contestants/zustandImmer.js";
import { getBaselineOutcome, getTreeOutcome } from "../support/outcome.js";
import { getAllLines, smallWorkloads } from "../support/smallWorkloads.js";

describe.each(smallWorkloads)("zustand and immer with workload $name", (workload) => {
  it.each([zustandImmer, zustandImmerBatched])(
    "produces the same final state as the baseline: $name",
    (contestant) => {
      const expected = baseline.start(workload.version);
      const run = contestant.start(workload.version);
      const half = Math.floor(workload.lines.length / 2);
      expected.load(getAllLines(workload));
      run.load(workload.setup);
      run.load(workload.lines.slice(0, half));
      workload.lines.slice(half).forEach(run.applyLine);
      run.flush?.();
      expect(getTreeOutcome(run.store.getState())).toEqual(getBaselineOutcome(expected.sessions));
    },
  );
});

it("produces a new tree after each line", () => {
  const run = zustandImmer.start(1);
  const trees = smallWorkloads[0]?.lines.slice(0, 50).map((line) => {
    run.applyLine(line);
    return run.store.getState();
  });
  expect(new Set(trees).size).toBe(50);
});
