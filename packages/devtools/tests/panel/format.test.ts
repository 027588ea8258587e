import { describe, expect, it } from "vitest";
import { formatDelta, formatElapsed, formatTime } from "../../src/panel/model/format.js";

describe("formatTime", () => {
  it.each([
    [0, "0.000 s"],
    [59_999.4, "59.999 s"],
    [59_999.6, "1:00.000"],
    [113_812, "1:53.812"],
    [119_960, "1:59.960"],
    [3_723_456, "1:02:03.456"],
  ])("formats %d ms as %s", (ms, text) => {
    expect(formatTime(ms)).toBe(text);
  });
});

describe("formatElapsed", () => {
  it.each([
    [999, "0 s"],
    [42_900, "42 s"],
    [185_000, "3 min 5 s"],
    [3_720_000, "1 h 2 min"],
  ])("formats %d ms as %s", (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
  });
});

describe("formatDelta", () => {
  it.each([
    [12.4, "+12 ms"],
    [4012, "+4.012 s"],
    [113_812, "+1:53.812"],
  ])("formats %d ms as %s", (ms, text) => {
    expect(formatDelta(ms)).toBe(text);
  });
});
