import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { createHistory } from "../history/createHistory.js";
import type { History } from "../history/types.js";

/** The longest pause of a {@link Player} between two frames at speed 1, in milliseconds. */
export const MAX_PAUSE_MS = 2000;
/** The number of frames per batch without pauses. Batches keep the page responsive. */
const FRAMES_PER_BATCH = 25;

/** The state of a {@link Player}. Each change creates a new object. */
export interface PlayerState {
  /** The store with the state at the position. Moving backward creates another one. */
  readonly store: AcpStore;
  /** The log of the store since the first frame, for the devtools. */
  readonly history: History;
  /** The number of frames that the store has processed. */
  readonly position: number;
  /** Whether the player moves forward by itself. */
  readonly isPlaying: boolean;
  /** The factor by which it is faster than the recording. `Infinity` plays without pauses. */
  readonly speed: number;
}

/** Plays a trace into a store. Create one with {@link createPlayer}. */
export interface Player {
  /** Returns the current state. The same object is returned until something changes. */
  getState(): PlayerState;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Plays from the position, or from the start if the position is the end. */
  play(): void;
  /** Stops at the position. */
  pause(): void;
  /**
   * Sets the speed, even while playing.
   *
   * @throws RangeError if the speed is not greater than 0.
   */
  setSpeed(speed: number): void;
  /**
   * Moves to a number of frames, or to the nearest number that exists. Moving backward replays the
   * frames from the start into a new store.
   */
  seek(position: number): void;
}

/**
 * Creates a player for the frames of a trace, which shows the session at any frame. It starts paused
 * before the first frame. Pauses in the trace that are longer than {@link MAX_PAUSE_MS} are shortened.
 * To feed a trace to your own store, use `replayTrace`.
 *
 * @example
 * ```ts
 * const player = createPlayer(parseTrace(text).frames);
 * player.seek(12);
 * player.getState().store.getState(); // the state after twelve frames
 * ```
 */
export function createPlayer(frames: readonly Frame[]): Player {
  const listeners = new Set<() => void>();
  let clock = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: PlayerState = { ...createLoggedStore(), position: 0, isPlaying: false, speed: 1 };

  /** The store uses the times of the recording, so durations are the recorded ones. */
  function createLoggedStore(): Pick<PlayerState, "store" | "history"> {
    const store = createAcpStore({ idPrefix: "player", now: () => clock });
    // The frames are in memory already, so a limit would save little.
    return { store, history: createHistory(store, { limit: Number.MAX_SAFE_INTEGER }) };
  }

  function setState(change: Partial<PlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function moveTo(position: number): void {
    const isBack = position < state.position;
    const logged = isBack ? createLoggedStore() : { store: state.store, history: state.history };
    for (const frame of frames.slice(isBack ? 0 : state.position, position)) {
      clock = frame.t ?? clock;
      logged.store.observe(frame);
    }
    setState({ ...logged, position, isPlaying: state.isPlaying && position < frames.length });
  }

  /** Waits for the next frame. */
  function schedule(): void {
    clearTimeout(timer);
    if (!state.isPlaying) return;
    const dueAt = Date.now() + pauseBefore(state.position);
    timer = setTimeout(() => playDueFrames(dueAt), dueAt - Date.now());
  }

  /** Plays each frame whose time has come, because timers are late and have a minimum delay. */
  function playDueFrames(firstDueAt: number): void {
    let { position } = state;
    let dueAt = firstDueAt;
    const last = Number.isFinite(state.speed) ? frames.length : position + FRAMES_PER_BATCH;
    do {
      position++;
      dueAt += pauseBefore(position);
    } while (dueAt <= Date.now() && position < Math.min(last, frames.length));
    moveTo(position);
    clearTimeout(timer);
    if (state.isPlaying)
      timer = setTimeout(() => playDueFrames(dueAt), Math.max(dueAt - Date.now(), 0));
  }

  /** Returns the pause in front of the frame at an index, in milliseconds. */
  function pauseBefore(index: number): number {
    const [last, next] = [frames[index - 1]?.t, frames[index]?.t];
    if (last === undefined || next === undefined) return 0;
    return Math.min(Math.max(next - last, 0), MAX_PAUSE_MS) / state.speed;
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play() {
      if (state.position >= frames.length) moveTo(0);
      setState({ isPlaying: frames.length > 0 });
      schedule();
    },
    pause() {
      setState({ isPlaying: false });
      schedule();
    },
    setSpeed(speed) {
      if (!(speed > 0))
        throw new RangeError(
          `[acp-store] The speed of a player must be greater than 0, not ${speed}.`,
        );
      setState({ speed });
      schedule();
    },
    seek(position) {
      moveTo(Math.min(Math.max(Math.trunc(position) || 0, 0), frames.length));
      schedule();
    },
  };
}
