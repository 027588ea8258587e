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
const WORSE = ["failed", "stale"];

/** The bars in sight, at most one for every few pixels of a row, however many there are. */
export function visibleBars(
  bars: readonly Bar[],
  pixels: number,
  from: number,
  to: number,
): ShownBar[] {
  const shown: ShownBar[] = [];
  const lastOf = new Map<number, number>();
  for (const bar of bars) {
    const left = bar.start * pixels;
    const width = Math.max(LEAST_WIDTH, (bar.end - bar.start) * pixels);
    if (left > to || left + width < from) continue;
    const place = lastOf.get(bar.row);
    const before = place === undefined ? undefined : shown[place];
    if (place !== undefined && before !== undefined && left - before.left < LEAST_WIDTH) {
      const end = Math.max(before.left + before.width, left + width);
      const isWorse = WORSE.indexOf(bar.status) > WORSE.indexOf(before.bar.status);
      const kept = isWorse ? bar : before.bar;
      shown[place] = { ...before, bar: kept, width: end - before.left, merged: before.merged + 1 };
    } else lastOf.set(bar.row, shown.push({ bar, left, width, merged: 0 }) - 1);
  }
  return shown;
}
