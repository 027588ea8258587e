import type { ReactNode } from "react";
import { positionName } from "../model/lanes.js";
import { ticks } from "../model/ticks.js";
import { MARGIN, type Span } from "./useLanes.js";

/** How wide a label is at most, in CSS pixels. */
const LABEL = 76;

interface RulerProps {
  readonly span: Span;
  /** A position on the scale was clicked. */
  readonly onPick: (position: number) => void;
}

/** Round positions along the timeline. The pointer's way to any of them; keys have the log. */
export function Ruler({ span, onPick }: RulerProps): ReactNode {
  const { pixels, from, to, scale, length } = span;
  const last = length + (MARGIN - LABEL) / pixels;
  return (
    <div
      className="ruler"
      aria-hidden="true"
      title="Click to show the state of that time"
      onClick={({ currentTarget, clientX }) => {
        const { left } = currentTarget.getBoundingClientRect();
        onPick((clientX - left - MARGIN) / pixels);
      }}
    >
      {ticks(pixels, Math.max(0, from / pixels), Math.min(to / pixels, last)).map((tick) => (
        <span key={tick} style={{ left: MARGIN + tick * pixels }}>
          {positionName(tick, scale)}
        </span>
      ))}
    </div>
  );
}
