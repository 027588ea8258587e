import { useMemo } from "react";
import { type Lane, lanesOf, type Scale } from "../model/lanes.js";
import { LEAST_WIDTH } from "../model/visibleBars.js";
import { usePanel } from "../ui/context.js";
import type { Viewport } from "../ui/useViewport.js";

/** Room at both ends of the timeline, in CSS pixels. */
export const MARGIN = 24;

/** The part of the timeline that is in sight. */
export interface Span {
  readonly scale: Scale;
  /** Of the timeline, in units of the scale. */
  readonly length: number;
  /** CSS pixels for each unit of the scale. */
  readonly pixels: number;
  /** What is in sight, in CSS pixels from the beginning of the log. */
  readonly from: number;
  readonly to: number;
}

/** The lanes of the log, as they are dealt out at a zoom. */
export function useLanes(viewport: Viewport, zoom: number): { lanes: readonly Lane[]; span: Span } {
  const { snapshot, digest } = usePanel();
  const { tracks, sessions, startAt, endAt } = digest;
  const { first, end, isDetached } = snapshot;
  const isTime = endAt > startAt;
  const start = isTime ? startAt : first;
  const scale = useMemo(() => ({ isTime, start }), [isTime, start]);
  const length = isTime ? endAt - startAt : end - first;
  const pixels = (Math.max(viewport.width - 2 * MARGIN, 200) * zoom) / length;
  // In steps, so that rows are not dealt out anew with every message.
  const least = 2 ** Math.ceil(Math.log2(LEAST_WIDTH / pixels));
  const lanes = useMemo(
    () => lanesOf(tracks, sessions, scale, least, isDetached),
    [tracks, sessions, scale, least, isDetached],
  );
  const from = viewport.left - MARGIN;
  return { lanes, span: { scale, length, pixels, from, to: from + viewport.width } };
}
