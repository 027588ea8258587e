import type { ReactNode } from "react";
import { formatTime } from "../model/format.js";
import { ticks } from "../model/ticks.js";

interface RulerProps {
  /** CSS pixels for each unit of the scale. */
  readonly pixels: number;
  /** What is in sight, in CSS pixels. */
  readonly from: number;
  readonly to: number;
  readonly margin: number;
  /** Of a log without times, entries are counted. */
  readonly isTime: boolean;
}

/** Round positions along the timeline. */
export function Ruler({ pixels, from, to, margin, isTime }: RulerProps): ReactNode {
  return (
    <div className="ruler" aria-hidden="true">
      {ticks(pixels, Math.max(0, from / pixels), to / pixels).map((tick) => (
        <span key={tick} style={{ left: margin + tick * pixels }}>
          {isTime ? formatTime(tick) : `entry ${Math.round(tick) + 1}`}
        </span>
      ))}
    </div>
  );
}
