import type { ReactNode } from "react";
import type { Label } from "../model/labels.js";
import type { Track } from "../model/tracks.js";
import { LEAST_WIDTH, type ShownBar } from "../model/visibleBars.js";
import { MARGIN } from "./useLanes.js";

interface BarViewProps {
  readonly shown: ShownBar;
  readonly label: Label;
  readonly top: number;
  /** It goes on where the timeline ends. */
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (track: Track) => void;
}

/** A bar, drawn from its beginning to its end; what can be hit is wider where that is short. */
export function BarView({
  shown,
  label,
  top,
  isOpen,
  isChosen,
  onChoose,
}: BarViewProps): ReactNode {
  const { bar, left, width, merged } = shown;
  const { track, look } = bar;
  const all = merged > 0 ? `${merged + 1} here: ` : "";
  const name = `${all}${look.name}, ${look.says}`;
  const { text, side, room } = label;
  return (
    <button
      type="button"
      className={`bar ${look.tone}${isOpen ? " open" : ""}`}
      aria-pressed={isChosen}
      aria-label={name}
      title={name}
      style={{ left: MARGIN + left, width: Math.max(width, LEAST_WIDTH), top }}
      onClick={() => onChoose(track)}
    >
      <span className="bar-body" style={{ width }}>
        {side === "on" && <span className="bar-label">{text}</span>}
      </span>
      {side !== "on" && (
        <span
          className={`bar-label ${side}`}
          style={{ maxWidth: room, ...(side === "after" && { left: width }) }}
        >
          {text}
        </span>
      )}
    </button>
  );
}
