import { type ReactNode, useMemo } from "react";
import type { BarTone, Band } from "../model/bands.js";
import { IconButton } from "../ui/controls.js";

const TONE_MEANINGS: readonly (readonly [BarTone, string])[] = [
  ["turn", "turn"],
  ["running", "running"],
  ["done", "completed"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
  ["unfinished", "never finished"],
  ["waiting", "waiting for the user"],
  ["allowed", "permission allowed"],
  ["rejected", "permission rejected"],
];

/** Explains the colors and signs of the bars that are on the timeline. */
export function Legend({ bands }: { readonly bands: readonly Band[] }): ReactNode {
  const tones = useMemo(
    () => new Set(bands.flatMap(({ bars }) => bars.map(({ look }) => look.tone))),
    [bands],
  );
  return (
    <ul className="legend" aria-label="Legend">
      {TONE_MEANINGS.filter(([tone]) => tones.has(tone)).map(([tone, meaning]) => (
        <li key={tone}>
          <span className={`swatch ${tone}`} aria-hidden="true" />
          {meaning}
        </li>
      ))}
    </ul>
  );
}

interface ZoomButtonsProps {
  /** The current zoom. 1 shows the entire timeline. */
  readonly zoom: number;
  readonly onZoom: (factor: number) => void;
  readonly onShowAll: () => void;
}

export function ZoomButtons({ zoom, onZoom, onShowAll }: ZoomButtonsProps): ReactNode {
  const showsAll = zoom <= 1;
  return (
    <>
      <p className="zoom-hint">Ctrl + wheel to zoom</p>
      <div className="zoom" role="group" aria-label="Zoom">
        <IconButton
          icon="zoomOut"
          label="Zoom out"
          hint="Zoom out (Ctrl + wheel, or the − key)"
          disabled={showsAll}
          onClick={() => onZoom(0.5)}
        />
        <IconButton
          icon="zoomIn"
          label="Zoom in"
          hint="Zoom in (Ctrl + wheel, or the + key)"
          onClick={() => onZoom(2)}
        />
        <IconButton icon="fit" label="Show all" disabled={showsAll} onClick={onShowAll} />
      </div>
    </>
  );
}
