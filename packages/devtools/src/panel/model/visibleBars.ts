import type { Tone } from "./barLook.js";
import type { Bar } from "./lanes.js";

/** A bar in CSS pixels. `merged`: how many others stand for lack of room where it stands. */
export interface ShownBar {
  readonly bar: Bar;
  readonly left: number;
  /** What is drawn: from its beginning to its end. */
  readonly width: number;
  readonly merged: number;
}

/** In CSS pixels: in each row none begins closer to the one before, so that each can be hit. */
export const LEAST_WIDTH = 24;
/** In CSS pixels: what is shorter is drawn this wide, so that it can be seen. */
const LEAST_DRAWN = 4;
/** Of bars that share a place, the one of the later of these gives its colour and name. */
const WORSE: readonly Tone[] = ["failed", "unfinished"];

/**
 * The bars in sight, at most one for every few pixels of a row, however many there are. `length` is
 * where the timeline ends.
 */
export function visibleBars(
  bars: readonly Bar[],
  length: number,
  pixels: number,
  from: number,
  to: number,
): ShownBar[] {
  const shown: Writable<ShownBar>[] = [];
  const lastOf = new Map<number, Writable<ShownBar>>();
  for (const bar of bars) {
    const left = bar.start * pixels;
    const width = Math.max(LEAST_DRAWN, (Math.min(bar.end, length) - bar.start) * pixels);
    if (left > to || left + Math.max(width, LEAST_WIDTH) < from) continue;
    const before = lastOf.get(bar.row);
    if (before !== undefined && left - before.left < LEAST_WIDTH) {
      before.width = Math.max(before.width, left + width - before.left);
      before.merged++;
      if (WORSE.indexOf(bar.look.tone) > WORSE.indexOf(before.bar.look.tone)) before.bar = bar;
      continue;
    }
    const added = { bar, left, width, merged: 0 };
    shown.push(added);
    lastOf.set(bar.row, added);
  }
  return shown;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
