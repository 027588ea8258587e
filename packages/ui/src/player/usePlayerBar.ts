import type { Frame } from "@acp-store/core";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

/**
 * The part of a player that `PlayerBar` needs, such as one of `createPlayer` of `@acp-store/devtools`.
 * Its functions are called without `this`.
 */
export interface FramePlayer {
  /** Returns the current state. The same object is returned until something changes. */
  getState(): FramePlayerState;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Plays from the position, or from the start if the position is the end. */
  play(): void;
  /** Stops at the position. */
  pause(): void;
  /** Sets the speed, even while playing. `Infinity` plays without pauses. */
  setSpeed(speed: number): void;
  /** Moves to a number of frames. */
  seek(position: number): void;
}

/** The state of a {@link FramePlayer}. */
export interface FramePlayerState {
  /** The number of frames that have been played. */
  readonly position: number;
  /** Whether the player moves forward by itself. */
  readonly isPlaying: boolean;
  /** The factor by which it is faster than the recording. `Infinity` plays without pauses. */
  readonly speed: number;
}

/** The options of {@link usePlayerBar}. */
export interface PlayerBarOptions {
  /** The player to control. */
  readonly player: FramePlayer;
  /** The frames that it plays. */
  readonly frames: readonly Frame[];
}

/** The state of a player, and how to control it. */
export interface PlayerBarState extends FramePlayerState {
  /** The number of frames. */
  readonly count: number;
  /** The time of the position since the first frame, in ms. */
  readonly time: number;
  /** The time between the first and the last frame, in ms. 0 if the frames have no times. */
  readonly duration: number;
  /** The element with the controls. The arrow keys, Home and End also work on its buttons. */
  readonly bar: RefObject<HTMLElement | null>;
  /** Plays or pauses. */
  togglePlaying(): void;
  /** Pauses, and moves by a number of frames, to the start or to the end at most. */
  stepBy(count: number): void;
}

/** Elements that use the keys themselves. */
const OWN_KEYS =
  "button, input, select, textarea, a, summary, [contenteditable], [role=tab], [role=treeitem], [role=separator]";

/**
 * Returns the logic of `PlayerBar`, for your own markup. The player can be controlled with the keys
 * of `PlayerBar`, wherever the focus is.
 *
 * @example
 * ```tsx
 * function Controls({ player, frames }: PlayerBarOptions) {
 *   const { bar, position, count, isPlaying, togglePlaying } = usePlayerBar({ player, frames });
 *   return (
 *     <section ref={bar}>
 *       <button onClick={togglePlaying}>{isPlaying ? "Pause" : "Play"}</button>
 *       {position} of {count}
 *     </section>
 *   );
 * }
 * ```
 */
export function usePlayerBar({ player, frames }: PlayerBarOptions): PlayerBarState {
  const state = useSyncExternalStore(player.subscribe, player.getState, player.getState);
  const bar = useRef<HTMLElement>(null);
  const count = frames.length;

  function togglePlaying(): void {
    if (state.isPlaying) player.pause();
    else player.play();
  }

  function stepBy(frameCount: number): void {
    player.pause();
    player.seek(Math.min(Math.max(state.position + frameCount, 0), count));
  }

  const onKey = useRef((_event: KeyboardEvent): void => {});
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      " ": togglePlaying,
      ArrowLeft: () => stepBy(-1),
      ArrowRight: () => stepBy(1),
      Home: () => stepBy(-count),
      End: () => stepBy(count),
    };
    onKey.current = (event) => {
      const action = actions[event.key];
      if (action === undefined || isMeantForOther(event, bar.current)) return;
      event.preventDefault();
      action();
    };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => onKey.current(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  const start = frames[0]?.t ?? 0;
  const timeAt = (index: number): number => (frames[index]?.t ?? start) - start;
  return {
    ...state,
    ...{ bar, count, togglePlaying, stepBy },
    time: timeAt(Math.max(state.position - 1, 0)),
    duration: timeAt(count - 1),
  };
}

/** Returns whether a key was handled already, or is for the focused element. */
function isMeantForOther(event: KeyboardEvent, bar: HTMLElement | null): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return true;
  // The focused element may be in a shadow root.
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  const owner = target.closest(OWN_KEYS);
  if (owner !== null) return key === " " || owner.localName !== "button" || !bar?.contains(owner);
  return target !== document.body && scrollsWith(target, key);
}

/** Returns whether an element scrolls with a key while it is focused. */
function scrollsWith(element: Element, key: string): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  return key.startsWith("Arrow")
    ? scrollWidth > clientWidth && /auto|scroll/.test(overflowX)
    : scrollHeight > clientHeight && /auto|scroll/.test(overflowY);
}
