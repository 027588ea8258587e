import type { Tone } from "./barLook.js";
import type { Bar } from "./lanes.js";

/** A bar in CSS pixels. `merged`: how many others stand for lack of room where it stands. */
export interface ShownBar {
  readonly bar: Bar;
  readonly left: number;
  readonly width: number;
  readonly merged: number;
}

/** In CSS pixels. No bar is narrower, and in each row none begins closer to the one before: each can be hit. */
export const LEAST_WIDTH = 24;
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
    const width = Math.max(LEAST_WIDTH, (Math.min(bar.end, length) - bar.start) * pixels);
    // What is drawn longer than it is does not reach beyond the end.
    const left = Math.max(0, Math.min(bar.start * pixels, length * pixels - width));
    if (left > to || left + width < from) continue;
    const before = lastOf.get(bar.row);
    if (before !== undefined && left - before.left < LEAST_WIDTH) {
      before.width = Math.max(before.width, left + width - before.left);
      before.merged++;
      if (WORSE.indexOf(bar.look.tone) > WORSE.indexOf(before.bar.look.tone)) before.bar = bar;
      continue;
    }
    // One that had to move is drawn over the end of the one before.
    if (before !== undefined && left < bar.start * pixels)
      before.width = Math.min(before.width, left - before.left);
    const added = { bar, left, width, merged: 0 };
    shown.push(added);
    lastOf.set(bar.row, added);
  }
  return shown;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
