import { describe, expect, it } from "vitest";
import { createTraceSource } from "../../src/panel/model/source.js";
import { findIdleTimes, formatPosition, positionOf } from "../../src/panel/model/timelineScale.js";
import { formatTrace } from "../../src/index.js";
import { PROMPT, promptResponse } from "./logs.js";

/** Two turns of a second each, an hour apart. */
function hourApart() {
  const turn = (start: number) => [
    { ...PROMPT, t: start },
    { ...promptResponse("end_turn"), t: start + 1000 },
  ];
  const source = createTraceSource("trace", formatTrace([...turn(0), ...turn(3_601_000)]));
  return source.digest.read();
}

describe("the scale of the timeline", () => {
  it("shortens a long time without a turn, and keeps the time of each position", () => {
    const { tracks, startAt, endAt } = hourApart();
    const idle = findIdleTimes(tracks, startAt, endAt);
    expect(idle).toEqual([{ from: 1000, to: 3_601_000 }]);
    const scale = { isTime: true, start: 0, idle };
    const position = (at: number): number => positionOf({ at, index: 0 }, scale);
    expect([500, 1000, 1_801_000, 3_601_000, 3_602_000].map(position)).toEqual([
      500, 1000, 2500, 4000, 5000,
    ]);
    expect([1000, 2500, 4000, 5000].map((at) => formatPosition(at, scale))).toEqual([
      "1.000 s",
      "30:01.000",
      "1:00:01.000",
      "1:00:02.000",
    ]);
  });

  it("draws a turn that is still running and short pauses in full", () => {
    const { tracks } = createTraceSource(
      "trace",
      formatTrace([{ ...PROMPT, t: 5000 }]),
    ).digest.read();
    expect(findIdleTimes(tracks, 0, 900_000)).toEqual([]);
  });

  it("shortens the time after the last turn of a log that nothing happens in", () => {
    const { tracks } = hourApart();
    expect(findIdleTimes(tracks, 0, 3_700_000).at(-1)).toEqual({ from: 3_602_000, to: 3_700_000 });
  });
});
