import { expect, it } from "vitest";
import { parseOptions } from "../src/options.js";

it("selects all suites by default", () => {
  expect(parseOptions([])).toMatchObject({ scale: 1, rounds: 9, check: false });
  expect(parseOptions([]).suites).toContain("W1");
});

it("selects the named suites, ignoring case", () => {
  expect(parseOptions(["w3", "W1"]).suites).toEqual(["W1", "W3"]);
});

it.each([
  [["W9"], 'Unknown suite "W9".'],
  [["--rounds", "0"], "--rounds must be a number greater than 0"],
  [["--scale", "much"], "--scale must be a number greater than 0"],
  [["--jsn", "x"], "jsn"],
])("rejects the arguments %j", (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
