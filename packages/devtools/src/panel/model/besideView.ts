import type { Bar, Lane } from "./lanes.js";
import { LEAST_WIDTH } from "./visibleBars.js";

/** The bars next to a part of the timeline in which there are none. */
export interface BesideView {
  readonly before: Bar | undefined;
  readonly after: Bar | undefined;
}

/** `undefined` if some bar is in the part, which is given in CSS pixels, or if there are no bars. */
export function besideView(
  lanes: readonly Lane[],
  pixels: number,
  from: number,
  to: number,
): BesideView | undefined {
  let before: Bar | undefined;
  let after: Bar | undefined;
  for (const { bars } of lanes)
    for (const bar of bars) {
      const isBefore = Math.max(bar.end * pixels, bar.start * pixels + LEAST_WIDTH) < from;
      if (!isBefore && bar.start * pixels <= to) return undefined;
      if (isBefore && bar.end >= (before?.end ?? 0)) before = bar;
      if (!isBefore && bar.start < (after?.start ?? Number.POSITIVE_INFINITY)) after = bar;
    }
  return before === undefined && after === undefined ? undefined : { before, after };
}
