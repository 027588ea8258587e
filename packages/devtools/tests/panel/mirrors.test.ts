import type { HostedMirrorStats } from "@acp-store/core/replica";
import { describe, expect, it } from "vitest";
import { formatAge } from "../../src/panel/model/format.js";
import {
  addSample,
  laneDistances,
  ratePerSecond,
  type Sample,
} from "../../src/panel/model/mirrors.js";

/** Returns samples of a counter at the given seconds. */
function samplesOf(...counts: readonly (readonly [second: number, count: number | undefined])[]) {
  return counts.reduce<readonly Sample<number | undefined>[]>(
    (samples, [second, stats]) => addSample(samples, { at: second * 1000, stats }),
    [],
  );
}

const rate = (samples: readonly Sample<number | undefined>[]) =>
  ratePerSecond(samples, (count) => count);

describe("the rate of a counter", () => {
  it("is the average over the last five seconds", () => {
    expect(rate(samplesOf([0, 0], [1, 100], [2, 300]))).toBe(150);
    expect(rate(samplesOf([0, 9_000], [10, 10_000], [12, 10_050], [15, 10_100]))).toBe(20);
  });

  it("begins with the first sample that has the counter", () => {
    expect(rate(samplesOf([0, undefined], [1, 500], [3, 600]))).toBe(50);
  });

  it("is unknown until the counter has been read for about a second", () => {
    expect(rate(samplesOf([0, 10]))).toBeUndefined();
    expect(rate(samplesOf([0, undefined], [1, undefined]))).toBeUndefined();
    expect(rate(samplesOf([0, 10], [0.5, 20]))).toBeUndefined();
  });
});

describe("the distance of a mirror in its lanes", () => {
  const mirror: HostedMirrorStats = {
    id: 1,
    sees: "all",
    mayAct: false,
    connectedAt: 0,
    lastMessageAt: 0,
    sentChars: 0,
    unconfirmedChars: 0,
    runningActions: 0,
    refusedActions: 0,
    lanes: [{ seq: 4 }, { sessionId: "s1", seq: 9 }, { sessionId: "s2" }],
  };

  it("is the number of batches that were not sent, and unknown before a snapshot", () => {
    const lanes = [
      { seq: 4, logChars: 0 },
      { sessionId: "s1", seq: 12, logChars: 0 },
      { sessionId: "s2", seq: 3, logChars: 0 },
    ];
    expect(laneDistances({ lanes }, mirror)).toEqual([
      { ownerSeq: 4, mirrorSeq: 4, behind: 0 },
      { sessionId: "s1", ownerSeq: 12, mirrorSeq: 9, behind: 3 },
      { sessionId: "s2", ownerSeq: 3 },
    ]);
  });
});

it.each([
  [-5, "0 s"],
  [4_600, "5 s"],
  [59_400, "59 s"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [7_300_000, "2 h"],
  [90_000_000, "1 d"],
])("formats an age of %i ms as %s", (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
