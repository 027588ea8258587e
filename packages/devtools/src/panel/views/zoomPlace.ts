import type { Bar, Lane } from "../model/lanes.js";
import type { Track } from "../model/tracks.js";
import type { Span } from "./useLanes.js";

/**
 * What stays in place when a button zooms, as `at` of the zoom: the middle of what is seen of the chosen bar, else
 * the line of the past that is looked at, else the middle of the bars in sight. What is chosen, or looked at, and out of
 * sight comes to the middle.
 */
export function zoomPlace(
  lanes: readonly Lane[],
  chosen: Track | undefined,
  past: number | undefined,
  span: Span,
): [at?: number, to?: number] {
  const { length, pixels, from, to } = span;
  const bars = lanes.flatMap((lane) => lane.bars);
  const bar = bars.find(({ track }) => track === chosen);
  const [start, end] =
    bar !== undefined ? [bar.start, bar.end] : past !== undefined ? [past, past] : seen(bars, span);
  const left = start * pixels;
  const right = Math.min(end, length) * pixels;
  if (right < from || left > to) return [left - from, (to - from) / 2];
  return [(Math.max(left, from) + Math.min(right, to)) / 2 - from];
}

/** From where to where there are bars in sight. Without any, all that is in sight. */
function seen(bars: readonly Bar[], { pixels, from, to }: Span): [start: number, end: number] {
  const inSight = bars.filter(({ start, end }) => start * pixels <= to && end * pixels >= from);
  if (inSight.length === 0) return [from / pixels, to / pixels];
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (const bar of inSight) {
    start = Math.min(start, bar.start);
    end = Math.max(end, bar.end);
  }
  return [start, end];
}
