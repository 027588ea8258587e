import { type AcpPatch, type AcpView, createAcpStore, type Frame } from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import { createHistory } from "../history/createHistory.js";
import type { History } from "../history/types.js";
import type { TraceEnd } from "./lineReading.js";

/** The longest pause of a {@link Player} between two frames at speed 1, in milliseconds. */
export const MAX_PAUSE_MS = 2000;
/** The number of frames per batch without pauses. Batches keep the page responsive. */
const FRAMES_PER_BATCH = 25;

/** The state of a {@link Player}. Each change creates a new object. */
export interface PlayerState {
  /** The store with the state at the position, for hooks and components. It stays the same. */
  readonly store: AcpView;
  /** The complete log of the trace, for the devtools. Moving in it moves the player, too. */
  readonly history: History;
  /** The number of frames whose effect the store shows. */
  readonly position: number;
  /** Whether the player moves forward by itself. */
  readonly isPlaying: boolean;
  /** The factor by which it is faster than the recording. `Infinity` plays without pauses. */
  readonly speed: number;
}

/** Shows a trace at any frame. Create one with {@link createPlayer}. */
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
  /** Moves to a number of frames, or to the nearest number that exists. */
  seek(position: number): void;
}

/**
 * Creates a player for the frames of a trace, which shows the session at any frame. It starts paused
 * before the first frame. Pauses in the trace that are longer than {@link MAX_PAUSE_MS} are shortened.
 * To feed a trace to your own store, use `replayTrace`. With `end`, the connection is closed after the
 * last frame.
 *
 * @example
 * ```ts
 * const player = createPlayer(parseTrace(text).frames);
 * player.seek(12);
 * player.getState().store.getState(); // the state after twelve frames
 * ```
 */
export function createPlayer(frames: readonly Frame[], end?: TraceEnd): Player {
  const listeners = new Set<() => void>();
  const { view, history, ends, show } = createPlayedLog(frames, end);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isMoving = false;
  let state: PlayerState = { store: view, history, position: 0, isPlaying: false, speed: 1 };

  function setState(change: Partial<PlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Follows the position of the log, which the player and the devtools move. */
  history.subscribe(() => {
    const { position: index, end } = history.getSnapshot();
    show(index ?? end - 1);
    if (isMoving) return;
    const position = ends.findLastIndex((frameEnd) => frameEnd <= (index ?? end - 1) + 1);
    clearTimeout(timer);
    setState({ position, isPlaying: false });
  });

  function moveTo(position: number): void {
    isMoving = true;
    history.jumpTo((ends[position] ?? 0) - 1);
    isMoving = false;
    setState({ position, isPlaying: state.isPlaying && position < frames.length });
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

/** A complete log, and a store that shows the state after one of its entries. */
function createPlayedLog(frames: readonly Frame[], end: TraceEnd | undefined) {
  let time = 0;
  const store = createAcpStore({ idPrefix: "player", scheduler: "sync", now: () => time });
  // The frames are in memory already, so a limit would save little.
  const history = createHistory(store, { limit: Number.MAX_SAFE_INTEGER });
  /** The number of entries after each number of frames. */
  const ends = [0];
  for (const frame of frames) {
    // The store uses the times of the recording, so durations are the recorded ones.
    time = frame.t ?? time;
    store.observe(frame);
    ends.push(history.getSnapshot().end);
  }
  if (end !== undefined) {
    time = end.t ?? time;
    store.disconnect(end.reason);
    ends[ends.length - 1] = history.getSnapshot().end;
  }
  history.detach();

  let shown = -1;
  const startAt = history.entry(0)?.at ?? 0;
  const initialState = history.stateAt(-1) ?? store.getInitialState();
  const { applyPatches, ...reading } = createReplica({
    initialState,
    now: () => history.entry(shown)?.at ?? startAt,
  });

  /** Shows the state after an entry. The cost follows the number of entries in between. */
  function show(index: number): void {
    const patches: AcpPatch[] = [];
    const add = (more: readonly AcpPatch[] = []): void => {
      for (const patch of more) patches.push(patch);
    };
    while (shown < index) add(history.entry(++shown)?.patches);
    while (shown > index) add(history.entry(shown--)?.inversePatches);
    applyPatches(patches);
  }

  history.jumpTo(-1);
  const view: AcpView = { ...store, ...reading };
  return { view, history, ends, show };
}
