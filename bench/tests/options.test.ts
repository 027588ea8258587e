import { expect, it } from "vitest";
import { readOptions } from "../src/options.js";

it("runs everything by default", () => {
  expect(readOptions([])).toMatchObject({ scale: 1, rounds: 9, check: false });
  expect(readOptions([]).only).toContain("W1");
});

it("picks the parts that are named", () => {
  expect(readOptions(["w3", "W1"]).only).toEqual(["W1", "W3"]);
  expect(readOptions(["--only", "W1,W2a"]).only).toEqual(["W1", "W2a"]);
});

it.each([
  [["W9"], 'There is no part "W9".'],
  [["--rounds", "0"], "--rounds needs a number above 0"],
  [["--scale", "much"], "--scale needs a number above 0"],
  [["--jsn", "x"], "jsn"],
])("refuses %j", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
