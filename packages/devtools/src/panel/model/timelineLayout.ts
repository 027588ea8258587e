import type { History } from "../../history/types.js";
import type { Band, Bar, BarTone } from "./bands.js";
import { positionOf, type TimelineScale } from "./timelineScale.js";
import type { Track } from "./tracks.js";

/** The visible part of the timeline. */
export interface TimelineSpan {
  readonly scale: TimelineScale;
  /** The length of the timeline, in units of the scale. */
  readonly length: number;
  /** The number of CSS pixels for one unit of the scale. */
  readonly pixels: number;
  /** The edges of the visible part, in CSS pixels from the start of the log. */
  readonly from: number;
  readonly to: number;
}

/** A bar as it is drawn, in CSS pixels. */
export interface VisibleBar {
  readonly bar: Bar;
  readonly left: number;
  /** The width of the drawing. The clickable area is at least {@link MIN_BAR_WIDTH} wide. */
  readonly width: number;
  /** The number of other bars that are merged into this one for lack of room. */
  readonly merged: number;
}

/** The smallest distance between the starts of two bars in a row, so that each can be clicked. */
export const MIN_BAR_WIDTH = 24;
/** Shorter bars are drawn this wide, so that they are visible. */
const MIN_DRAWN_WIDTH = 4;
/** The tones that merged bars take over, the worst last. All other tones are better. */
const BAD_TONES: readonly BarTone[] = ["failed", "unfinished"];

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Returns the visible bars. Bars that are too close together are merged, so their number is bounded. */
export function visibleBars(
  bars: readonly Bar[],
  { length, pixels, from, to }: Omit<TimelineSpan, "scale">,
): VisibleBar[] {
  const visible: Writable<VisibleBar>[] = [];
  const lastInRow = new Map<number, Writable<VisibleBar>>();
  for (const bar of bars) {
    const left = bar.start * pixels;
    const width = Math.max(MIN_DRAWN_WIDTH, (Math.min(bar.end, length) - bar.start) * pixels);
    if (left > to || left + Math.max(width, MIN_BAR_WIDTH) < from) continue;
    const previous = lastInRow.get(bar.row);
    if (previous !== undefined && left - previous.left < MIN_BAR_WIDTH) {
      previous.width = Math.max(previous.width, left + width - previous.left);
      previous.merged++;
      if (BAD_TONES.indexOf(bar.look.tone) > BAD_TONES.indexOf(previous.bar.look.tone))
        previous.bar = bar;
      continue;
    }
    const added = { bar, left, width, merged: 0 };
    visible.push(added);
    lastInRow.set(bar.row, added);
  }
  return visible;
}

/** The text on or beside a bar. It is empty where it would be too short to read. */
export interface BarLabel {
  readonly text: string;
  readonly side: "on" | "before" | "after";
  /** The room beside the bar, in CSS pixels. */
  readonly room: number;
}

/** The smallest room for a text, for the number of merged bars, and for the sign of a tone. */
const MIN_TEXT_ROOM = 64;
const MIN_COUNT_ROOM = 24;
const MIN_SIGN_ROOM = 14;
/** The gap between a label beside a bar and its neighbors, in CSS pixels. */
const LABEL_GAP = 8;

/** Returns the labels of bars, in the order of the bars. `from` and `to` are the visible edges. */
export function barLabels(bars: readonly VisibleBar[], from: number, to: number): BarLabel[] {
  /** For each row, the right edge of its last bar or label. */
  const rowEnds = new Map<number, number>();
  const nextStarts = nextBarStarts(bars);
  return bars.map((visible, index) => {
    const right = visible.left + visible.width;
    const { row } = visible.bar;
    const label = barLabel(
      visible,
      visible.left - (rowEnds.get(row) ?? from) - LABEL_GAP,
      Math.min(nextStarts[index] ?? to, to) - right - LABEL_GAP,
    );
    const end = label.side === "after" ? right + LABEL_GAP + label.room : right;
    rowEnds.set(row, Math.max(end, rowEnds.get(row) ?? end));
    return label;
  });
}

function barLabel({ bar, width, merged }: VisibleBar, before: number, after: number): BarLabel {
  const hasTextRoom = Math.max(width, before, after) >= MIN_TEXT_ROOM;
  const text = merged > 0 ? countMerged(bar, merged + 1, hasTextRoom) : bar.look.label;
  const minRoom = merged > 0 && !hasTextRoom ? MIN_COUNT_ROOM : MIN_TEXT_ROOM;
  if (width >= minRoom) return { text, side: "on", room: 0 };
  if (after >= minRoom) return { text, side: "after", room: after };
  if (before >= minRoom) return { text, side: "before", room: before };
  return { text: "", side: width >= MIN_SIGN_ROOM ? "on" : "after", room: MIN_BAR_WIDTH - width };
}

/** Returns the number of merged bars, with a noun if there is room. */
function countMerged({ track: { table } }: Bar, count: number, hasTextRoom: boolean): string {
  if (!hasTextRoom) return String(count);
  return `${count} ${table === "turns" ? "turns" : "calls"}`;
}

/** Returns, for each bar, the left edge of the next bar in its row. */
function nextBarStarts(bars: readonly VisibleBar[]): (number | undefined)[] {
  const starts = new Map<number, number>();
  return bars
    .toReversed()
    .map(({ bar, left }) => {
      const next = starts.get(bar.row);
      starts.set(bar.row, left);
      return next;
    })
    .toReversed();
}

/** The smallest distance between two ticks of the ruler, in CSS pixels. */
const MIN_TICK_DISTANCE = 90;

/** Returns the round positions between two positions at which the ruler has ticks. */
export function rulerTicks(pixels: number, from: number, to: number): number[] {
  const minStep = MIN_TICK_DISTANCE / pixels;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  const step = steps.find((size) => size >= minStep) ?? minStep;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** Returns the last entry that is not later than a position of the timeline. */
export function nearestEntry(history: History, scale: TimelineScale, position: number): number {
  const { first, end } = history.getSnapshot();
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = history.entry(middle);
    if (entry !== undefined && positionOf(entry, scale) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The nearest bars on both sides of a visible part without bars. */
export interface NeighborBars {
  readonly before: Bar | undefined;
  readonly after: Bar | undefined;
}

/** Returns `undefined` if a bar is visible, or if there are no bars. */
export function neighborBars(
  bands: readonly Band[],
  { pixels, from, to }: TimelineSpan,
): NeighborBars | undefined {
  let before: Bar | undefined;
  let after: Bar | undefined;
  for (const { bars } of bands)
    for (const bar of bars) {
      const isBefore = Math.max(bar.end * pixels, bar.start * pixels + MIN_BAR_WIDTH) < from;
      if (!isBefore && bar.start * pixels <= to) return undefined;
      if (isBefore && bar.end >= (before?.end ?? 0)) before = bar;
      if (!isBefore && bar.start < (after?.start ?? Number.POSITIVE_INFINITY)) after = bar;
    }
  return before === undefined && after === undefined ? undefined : { before, after };
}

/**
 * Returns the point that stays in place when a button zooms, as arguments of `zoomBy`: the middle of
 * the selected bar, or else of the shown past moment, or else of the visible bars. A selected bar or
 * moment outside the visible part moves to the middle.
 */
export function zoomAnchor(
  bands: readonly Band[],
  selected: Track | undefined,
  past: number | undefined,
  span: TimelineSpan,
): [at?: number, to?: number] {
  const { length, pixels, from, to } = span;
  const bars = bands.flatMap((band) => band.bars);
  const bar = bars.find(({ track }) => track === selected);
  const [start, end] =
    bar !== undefined
      ? [bar.start, bar.end]
      : past !== undefined
        ? [past, past]
        : visibleRange(bars, span);
  const left = start * pixels;
  const right = Math.min(end, length) * pixels;
  if (right < from || left > to) return [left - from, (to - from) / 2];
  return [(Math.max(left, from) + Math.min(right, to)) / 2 - from];
}

/** Returns the range of the visible bars, or of the entire visible part if there are none. */
function visibleRange(
  bars: readonly Bar[],
  { pixels, from, to }: TimelineSpan,
): [start: number, end: number] {
  const visible = bars.filter(({ start, end }) => start * pixels <= to && end * pixels >= from);
  if (visible.length === 0) return [from / pixels, to / pixels];
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (const bar of visible) {
    start = Math.min(start, bar.start);
    end = Math.max(end, bar.end);
  }
  return [start, end];
}
