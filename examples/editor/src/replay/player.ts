import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";

export const PLAYBACK_SPEEDS = ["0.5", "1", "2", "4", "max"] as const;
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number];

/** Longer pauses in a recording are shortened to this. */
export const MAX_PAUSE_MS = 2000;
/** The number of frames per batch at maximum speed. Batches keep the page responsive. */
const FRAMES_PER_BATCH = 25;

export interface PlayerState {
  readonly store: AcpStore;
  /** The number of frames that the store has processed. */
  readonly position: number;
  readonly isPlaying: boolean;
  readonly speed: PlaybackSpeed;
}

/** Plays a recording into a store at a selectable speed. */
export interface RecordingPlayer {
  getState(): PlayerState;
  subscribe(listener: () => void): () => void;
  play(): void;
  pause(): void;
  setSpeed(speed: PlaybackSpeed): void;
  /** Moves to a position. Moving backwards replays from the start in a new store. */
  seek(position: number): void;
}

export function createPlayer(frames: readonly Frame[]): RecordingPlayer {
  const listeners = new Set<() => void>();
  let state: PlayerState = { store: createStore(), position: 0, isPlaying: false, speed: "1" };
  let clock = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The store uses the timestamps of the recording, so durations are the recorded ones. */
  function createStore(): AcpStore {
    return createAcpStore({ idPrefix: "replay", now: () => clock });
  }

  function setState(change: Partial<PlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function seek(target: number): void {
    const position = Math.min(Math.max(target, 0), frames.length);
    const isBack = position < state.position;
    const store = isBack ? createStore() : state.store;
    for (const frame of frames.slice(isBack ? 0 : state.position, position)) {
      clock = frame.t ?? clock;
      store.observe(frame);
    }
    const isPlaying = state.isPlaying && position < frames.length;
    setState({ store, position, isPlaying });
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (!state.isPlaying) return;
    const count = state.speed === "max" ? FRAMES_PER_BATCH : 1;
    timer = setTimeout(() => seek(state.position + count), pauseBeforeNext());
  }

  function pauseBeforeNext(): number {
    if (state.speed === "max") return 0;
    const [last, next] = [frames[state.position - 1]?.t, frames[state.position]?.t];
    if (last === undefined || next === undefined) return 0;
    return Math.min(Math.max(next - last, 0), MAX_PAUSE_MS) / Number(state.speed);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play() {
      if (state.position >= frames.length) seek(0);
      setState({ isPlaying: frames.length > 0 });
      schedule();
    },
    pause() {
      setState({ isPlaying: false });
      schedule();
    },
    setSpeed(speed) {
      setState({ speed });
      schedule();
    },
    seek,
  };
}
