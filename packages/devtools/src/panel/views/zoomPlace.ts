import type { Lane } from "../model/lanes.js";
import type { Track } from "../model/tracks.js";
import { MARGIN, type Span } from "./useLanes.js";

/**
 * What stays in place when a button zooms: the chosen bar, or the middle of what is seen of it, as `at` of
 * the zoom. One that is out of sight comes to the middle.
 */
export function zoomPlace(
  lanes: readonly Lane[],
  chosen: Track | undefined,
  { length, pixels, from, to }: Span,
): [at?: number, to?: number] {
  const bar = lanes.flatMap(({ bars }) => bars).find(({ track }) => track === chosen);
  if (bar === undefined) return [];
  const left = bar.start * pixels;
  const right = Math.min(bar.end, length) * pixels;
  const middle = (from + to) / 2 + MARGIN;
  if (right < from || left > to) return [left - from, middle - from - MARGIN];
  return [(Math.max(left, from) + Math.min(right, to)) / 2 - from];
}
