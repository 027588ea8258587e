import { describe, expect, it } from "vitest";
import { measureTurns } from "../../src/panel/model/turnTimes.js";
import { said } from "../support/frames.js";
import {
  CALL,
  lastMoment,
  liveLog,
  PERMISSION_REQUEST,
  permissionResponse,
  PROMPT,
  promptResponse,
  traceOf,
} from "./logs.js";
import type { PanelSource } from "../../src/panel/model/source.js";

function timesOf(source: PanelSource) {
  const moment = lastMoment(source);
  return measureTurns(moment.tracks, source.digest, moment.at).map(
    ({ ms, isOpen, firstReplyMs, userMs, pauses }) => ({
      ...{ ms, isOpen, firstReplyMs, userMs },
      pauses: pauses.map((pause) => `${pause.ms} ${pause.waitsFor}`),
    }),
  );
}

describe("measureTurns", () => {
  it("separates the time of the user from the time of the agent", () => {
    const answered = [PROMPT, CALL, PERMISSION_REQUEST, permissionResponse("yes"), said("Done.")];
    expect(timesOf(traceOf(...answered, promptResponse("end_turn")))).toEqual([
      {
        ms: 5000,
        isOpen: false,
        firstReplyMs: 1000,
        userMs: 1000,
        pauses: ["1000 agent", "1000 agent", "1000 user", "1000 agent", "1000 agent"],
      },
    ]);
  });

  it("counts the silence of a turn that is still running up to now, the longest pause first", () => {
    expect(timesOf(liveLog([PROMPT, said("Hi")]))).toEqual([
      {
        ms: 10_000,
        isOpen: true,
        firstReplyMs: 1000,
        userMs: 0,
        pauses: ["9000 agent", "1000 agent"],
      },
    ]);
  });

  it("counts a request to the user as the first reply", () => {
    const frames = [PROMPT, PERMISSION_REQUEST, permissionResponse("yes"), said("Done.")];
    expect(timesOf(traceOf(...frames))).toMatchObject([{ firstReplyMs: 1000 }]);
  });

  it("has no first reply in a turn without one", () => {
    expect(timesOf(traceOf(PROMPT, promptResponse("end_turn")))[0]?.firstReplyMs).toBeUndefined();
  });
});
