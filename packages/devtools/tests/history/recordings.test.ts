import { type AcpState, createAcpStore } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";
import { fedWith, plain } from "../support/frames.js";
import { ALL_RECORDINGS, recordedFrames } from "../../../core/tests/support/recordings.js";

/** The number of positions in a recording at which the state is compared. */
const POSITIONS = 6;

describe.each(ALL_RECORDINGS)("the history of %s", (name) => {
  const frames = recordedFrames(name);

  it("returns the same state after a frame as a store that received no more", () => {
    const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
    const history = createHistory(store);
    const ends = frames.map((frame) => {
      store.observe(frame);
      return history.getSnapshot().end;
    });
    const step = Math.ceil(frames.length / POSITIONS);
    for (let count = frames.length; count > 0; count -= step) {
      const state = history.stateAt((ends[count - 1] as number) - 1);
      const expected = fedWith(frames.slice(0, count)).getState();
      expect(plain(state), `after frame ${count}`).toEqual(plain(expected));
    }
    expect(plain(history.stateAt(-1))).toEqual(plain(store.getInitialState()));
  });

  it("returns the same states when stepping forward and back", () => {
    const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
    const history = createHistory(store);
    for (const frame of frames) store.observe(frame);
    const seen: AcpState[] = [];
    history.jumpTo(-1);
    const { end } = history.getSnapshot();
    for (let index = 0; index < end; index++) {
      history.step(1);
      seen.push(history.getState());
    }
    for (let index = end - 1; index >= 0; index -= 7)
      expect(plain(history.stateAt(index)), `${index}`).toEqual(plain(seen[index]));
    expect(plain(seen.at(-1))).toEqual(plain(store.getState()));
  });
});
