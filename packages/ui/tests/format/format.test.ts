import { describe, expect, it } from "vitest";
import { formatDuration } from "../../src/format/format.js";

describe("formatDuration", () => {
  it.each([
    [0, "less than 1 s"],
    [999, "less than 1 s"],
    [1000, "1 s"],
    [12_900, "12 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [185_000, "3 min 5 s"],
    [3_599_999, "59 min 59 s"],
    [3_600_000, "1 h"],
    [3_725_000, "1 h 2 min"],
    [90_000_000, "25 h"],
  ])("formats %i ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
