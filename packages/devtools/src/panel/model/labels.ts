import { LEAST_WIDTH, type ShownBar } from "./visibleBars.js";

/** What stands on a bar or beside it. A label that would be too short to read is left out: its sign stays. */
export interface Label {
  readonly text: string;
  readonly side: "on" | "before" | "after";
  /** How much room there is beside the bar, in CSS pixels. */
  readonly room: number;
}

/** In CSS pixels: with less room a label says nothing. */
const READABLE = 64;
/** A number needs less, a sign still less. */
const COUNT = 24;
const SIGN = 14;
/** Between a label beside a bar and what comes next. */
const GAP = 8;

/** The labels of bars, in the order of the bars. `from` and `to`: what is in sight. */
export function labelsOf(bars: readonly ShownBar[], from: number, to: number): Label[] {
  /** Of each row, where the room before its next bar begins. */
  const taken = new Map<number, number>();
  const next = nextOf(bars);
  return bars.map((shown, place) => {
    const right = shown.left + shown.width;
    const label = labelOf(
      shown,
      shown.left - (taken.get(shown.bar.row) ?? from) - GAP,
      Math.min(next[place] ?? to, to) - right - GAP,
    );
    const until = label.side === "after" ? right + GAP + label.room : right;
    taken.set(shown.bar.row, Math.max(until, taken.get(shown.bar.row) ?? until));
    return label;
  });
}

function labelOf({ bar, width, merged }: ShownBar, before: number, after: number): Label {
  const text = merged > 0 ? String(merged + 1) : bar.look.label;
  const least = merged > 0 ? COUNT : READABLE;
  if (width >= least) return { text, side: "on", room: 0 };
  if (after >= least) return { text, side: "after", room: after };
  if (before >= least) return { text, side: "before", room: before };
  return { text: "", side: width >= SIGN ? "on" : "after", room: LEAST_WIDTH - width };
}

/** Where in the same row the next bar begins. */
function nextOf(bars: readonly ShownBar[]): (number | undefined)[] {
  const begins = new Map<number, number>();
  return bars
    .toReversed()
    .map(({ bar, left }) => {
      const begin = begins.get(bar.row);
      begins.set(bar.row, left);
      return begin;
    })
    .toReversed();
}
