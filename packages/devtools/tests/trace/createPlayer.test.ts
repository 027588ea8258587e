import { createAcpStore, type Frame } from "@acp-store/core";
import { createPlayer, MAX_PAUSE_MS, nameFrames } from "@acp-store/devtools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plain, said, wrote } from "../support/frames.js";
import { ALL_RECORDINGS, recordedFrames } from "../../../core/tests/support/recordings.js";

const timed = (...times: readonly number[]): Frame[] =>
  times.map((t, index) => ({ ...said(`${index}`), t }));

/** Returns the state after a number of frames of a recording, without a player. */
function stateAfter(frames: readonly Frame[], count: number): unknown {
  const store = createAcpStore({ idPrefix: "player", now: () => 0 });
  for (const frame of frames.slice(0, count)) store.observe(frame);
  return plain(store.getState());
}

describe("createPlayer", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(ALL_RECORDINGS)("shows the state at each position of %s", (name) => {
    const frames = recordedFrames(name);
    const player = createPlayer(frames);
    const middle = Math.floor(frames.length / 2);
    for (const position of [frames.length, middle, middle + 1, 0]) {
      player.seek(position);
      expect(player.getState().position).toBe(position);
      expect(plain(player.getState().store.getState())).toEqual(stateAfter(frames, position));
    }
  });

  it("keeps the store and the complete log, and moves the position of the log", () => {
    const player = createPlayer(timed(0, 1, 2, 3));
    const { history, store } = player.getState();
    expect(history.getSnapshot()).toMatchObject({ end: 4, position: -1, isDetached: true });
    player.seek(4);
    player.seek(2);
    expect(player.getState()).toMatchObject({ history, store, position: 2 });
    expect(history.getSnapshot().position).toBe(1);
    expect(plain(store.getState())).toEqual(plain(history.getState()));
    expect(store.now()).toBe(1);
  });

  it("follows the position of the log, which the devtools move, and pauses", () => {
    const player = createPlayer(timed(0, 100, 200, 300));
    player.play();
    vi.advanceTimersByTime(0);
    const { history, store } = player.getState();
    history.jumpTo(2);
    expect(player.getState()).toMatchObject({ position: 3, isPlaying: false });
    expect(plain(store.getState())).toEqual(plain(history.getState()));
    history.goLive();
    expect(player.getState().position).toBe(4);
  });

  it("plays lines of stderr, which are entries of the log", () => {
    const player = createPlayer([...timed(0, 1), wrote("warning", 2)]);
    player.seek(2);
    const before = player.getState().store.getState();
    player.seek(3);
    const { history, store } = player.getState();
    expect(store.getState()).toBe(before);
    expect(history.entry(2)).toMatchObject({ at: 2, direction: "stderr", kind: "stderr" });
  });

  it("stays at the nearest position that exists", () => {
    const player = createPlayer(timed(0, 1));
    player.seek(9);
    expect(player.getState().position).toBe(2);
    player.seek(Number.NaN);
    expect(player.getState().position).toBe(0);
    player.seek(-1);
    expect(player.getState().position).toBe(0);
  });

  it("keeps the timing of the trace, and shortens long pauses", () => {
    const player = createPlayer(timed(0, 100, 100, 500_000));
    player.play();
    vi.advanceTimersByTime(99);
    expect(player.getState()).toMatchObject({ position: 1, isPlaying: true });
    vi.advanceTimersByTime(1);
    expect(player.getState().position).toBe(3);
    vi.advanceTimersByTime(MAX_PAUSE_MS - 1);
    expect(player.getState()).toMatchObject({ position: 3, isPlaying: true });
    vi.advanceTimersByTime(1);
    expect(player.getState()).toMatchObject({ position: 4, isPlaying: false });
  });

  it("divides the pauses by the speed, even if that changes while it plays", () => {
    const player = createPlayer(timed(0, 1000, 2000));
    player.setSpeed(10);
    player.play();
    vi.advanceTimersByTime(100);
    expect(player.getState().position).toBe(2);
    player.setSpeed(0.5);
    vi.advanceTimersByTime(1999);
    expect(player.getState().position).toBe(2);
    vi.advanceTimersByTime(1);
    expect(player.getState().position).toBe(3);
  });

  it("catches up when a timer is late", () => {
    const player = createPlayer(timed(0, 1, 2, 3, 4, 1000));
    player.play();
    vi.advanceTimersByTime(0);
    vi.setSystemTime(Date.now() + 500);
    vi.advanceTimersByTime(1);
    expect(player.getState().position).toBe(5);
  });

  it("plays without pauses at infinite speed", () => {
    const frames = timed(...Array.from({ length: 60 }, (_, index) => index * 1000));
    const player = createPlayer(frames);
    player.setSpeed(Number.POSITIVE_INFINITY);
    player.play();
    vi.advanceTimersByTime(10);
    expect(player.getState()).toMatchObject({ position: 60, isPlaying: false });
  });

  it("stops while it is paused, and continues from there", () => {
    const player = createPlayer(timed(0, 100, 200));
    player.play();
    vi.advanceTimersByTime(0);
    player.pause();
    vi.advanceTimersByTime(5000);
    expect(player.getState()).toMatchObject({ position: 1, isPlaying: false });
    player.play();
    vi.advanceTimersByTime(100);
    expect(player.getState().position).toBe(2);
  });

  it("starts over when it is played at the end", () => {
    const player = createPlayer(timed(0, 100));
    player.seek(2);
    player.play();
    vi.advanceTimersByTime(0);
    expect(player.getState()).toMatchObject({ position: 1, isPlaying: true });
  });

  it("does not play a trace without frames", () => {
    const player = createPlayer([]);
    player.play();
    expect(player.getState()).toMatchObject({ position: 0, isPlaying: false });
  });

  it("notifies its listeners until they are removed", () => {
    const player = createPlayer(timed(0));
    const listener = vi.fn();
    const remove = player.subscribe(listener);
    player.seek(1);
    expect(listener).toHaveBeenCalledTimes(1);
    remove();
    player.seek(0);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it.each([0, -1, Number.NaN])("refuses the speed %s", (speed) => {
    expect(() => createPlayer([]).setSpeed(speed)).toThrow(RangeError);
  });
});

describe("nameFrames", () => {
  it("names updates by their kind, and responses by their request", () => {
    const names = nameFrames(recordedFrames("gemini-basic"));
    expect(names.slice(0, 2)).toEqual(["initialize", "initialize response"]);
    expect(names).toContain("tool_call");
    expect(names).toContain("session/request_permission response");
  });

  it("names a message that is not JSON-RPC", () => {
    expect(nameFrames([{ dir: "recv", msg: "text" }])).toEqual(["unreadable"]);
    expect(nameFrames([wrote("text")])).toEqual(["stderr"]);
  });
});
