import { expect, it } from "vitest";
import { describeOutcomes } from "../../src/host/reviewOutcomes.js";

it("tells how many files were decided, and why others were not", () => {
  expect(describeOutcomes("keep", new Map())).toBe("There are no changes of agents.");
  expect(describeOutcomes("keep", new Map([["a.ts", "done"]]))).toBe("Kept the changes of 1 file.");
  const outcomes = new Map([
    ["a.ts", "done"],
    ["b.ts", "done"],
    ["c.ts", "protected"],
  ] as const);
  expect(describeOutcomes("reject", outcomes)).toBe(
    "Rejected the changes of 2 files. c.ts has lines that may be yours.",
  );
});
