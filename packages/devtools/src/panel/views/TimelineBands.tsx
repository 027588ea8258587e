import type { ReactNode } from "react";
import { shortId } from "../model/format.js";
import type { Band } from "../model/bands.js";
import {
  type BarLabel,
  barLabels,
  MIN_BAR_WIDTH,
  rulerTicks,
  type TimelineSpan,
  type VisibleBar,
  visibleBars,
} from "../model/timelineLayout.js";
import { formatPosition } from "../model/timelineScale.js";
import type { Track } from "../model/tracks.js";
import { usePanel } from "../ui/panelContext.js";

/** The room at both ends of the timeline, in CSS pixels. */
export const TIMELINE_MARGIN = 24;
/** The height of a row in CSS pixels. Keep it in sync with `styles/timeline.ts`. */
const BAND_ROW_HEIGHT = 27;
/** The height of a band without its rows, in CSS pixels. */
const BAND_HEADER_HEIGHT = 42;
/** The largest width of a label of the ruler, in CSS pixels. */
const TICK_LABEL_WIDTH = 76;

interface BandViewProps {
  readonly band: Band;
  readonly span: TimelineSpan;
  readonly selectedTrack: Track | undefined;
  readonly onSelect: (track: Track) => void;
}

/** Shows the bars of one session, and the cancels of its turns as vertical lines. */
export function BandView({ band, span, selectedTrack, onSelect }: BandViewProps): ReactNode {
  const { source } = usePanel();
  const { length, pixels, from, to } = span;
  const { sessions } = source.history.getState();
  const session = sessions.get(band.sessionId);
  const bars = visibleBars(band.bars, span);
  const labels = barLabels(bars, from, Math.min(to, length * pixels));
  const parent = sessions.get(session?.parentSessionId ?? "");
  const subagent = parent?.subagents.get(band.sessionId);
  const name = subagent?.title ?? session?.info.title ?? `Session ${shortId(band.sessionId)}`;
  const title = parent === undefined ? name : `Subagent: ${name}`;
  return (
    <section
      className="band"
      aria-label={title}
      // The browser skips the layout of bands that are not visible.
      style={{ containIntrinsicHeight: band.rows * BAND_ROW_HEIGHT + BAND_HEADER_HEIGHT }}
    >
      <h3 title={band.sessionId}>{title}</h3>
      <div className="band-rows" style={{ height: band.rows * BAND_ROW_HEIGHT }}>
        {bars.map((visible, index) => {
          const { track, row, end } = visible.bar;
          const label = labels[index];
          return (
            label && (
              <BarView
                key={`${track.table} ${track.id}`}
                visible={visible}
                label={label}
                top={row * BAND_ROW_HEIGHT}
                isOpen={end > length}
                isSelected={track === selectedTrack}
                onSelect={onSelect}
              />
            )
          );
        })}
        {band.cancels.map(({ index, position }) => (
          <span
            key={index}
            className="cancel"
            title="The user cancelled the turn"
            style={{ left: TIMELINE_MARGIN + position * pixels }}
          />
        ))}
      </div>
    </section>
  );
}

interface BarViewProps {
  readonly visible: VisibleBar;
  readonly label: BarLabel;
  readonly top: number;
  /** Whether the bar continues beyond the end of the timeline. */
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (track: Track) => void;
}

/** A bar, drawn from its start to its end. The clickable area of a short bar is wider. */
function BarView(props: BarViewProps): ReactNode {
  const { visible, label, top, isOpen, isSelected, onSelect } = props;
  const { bar, left, width, merged } = visible;
  const { track, look } = bar;
  const name = `${merged > 0 ? `${merged + 1} items: ` : ""}${look.name}, ${look.status}`;
  const { text, side, room } = label;
  return (
    <button
      type="button"
      className={`bar ${look.tone}${isOpen ? " open" : ""}`}
      aria-pressed={isSelected}
      aria-label={name}
      title={name}
      style={{ left: TIMELINE_MARGIN + left, width: Math.max(width, MIN_BAR_WIDTH), top }}
      onClick={() => onSelect(track)}
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

interface RulerProps {
  readonly span: TimelineSpan;
  /** Called with the clicked position on the scale. */
  readonly onPick: (position: number) => void;
}

/** Shows round positions. It only works with a pointer: keyboard users select entries in the log. */
export function Ruler({ span, onPick }: RulerProps): ReactNode {
  const { pixels, from, to, scale, length } = span;
  const last = length + (TIMELINE_MARGIN - TICK_LABEL_WIDTH) / pixels;
  return (
    <div
      className="ruler"
      aria-hidden="true"
      title="Click to inspect the state at that moment"
      onClick={({ currentTarget, clientX }) => {
        const { left } = currentTarget.getBoundingClientRect();
        onPick((clientX - left - TIMELINE_MARGIN) / pixels);
      }}
    >
      {rulerTicks(pixels, Math.max(0, from / pixels), Math.min(to / pixels, last)).map((tick) => (
        <span key={tick} style={{ left: TIMELINE_MARGIN + tick * pixels }}>
          {formatPosition(tick, scale)}
        </span>
      ))}
    </div>
  );
}
