import type { ReactNode } from "react";
import { shortId } from "../model/format.js";
import { labelsOf } from "../model/labels.js";
import type { Lane } from "../model/lanes.js";
import type { Track } from "../model/tracks.js";
import { visibleBars } from "../model/visibleBars.js";
import { usePanel } from "../ui/context.js";
import { BarView } from "./BarView.js";
import { MARGIN, type Span } from "./useLanes.js";

interface LaneViewProps {
  readonly lane: Lane;
  readonly span: Span;
  readonly chosen: Track | undefined;
  readonly onChoose: (track: Track) => void;
}

/** In CSS pixels; the style sheet says the same. */
const ROW = 27;

/** One session: its turns, below them tool calls and permission requests; cancels as lines through all. */
export function LaneView({ lane, span, chosen, onChoose }: LaneViewProps): ReactNode {
  const { source } = usePanel();
  const { length, pixels, from, to } = span;
  const session = source.history.getState().sessions.get(lane.sessionId);
  const bars = visibleBars(lane.bars, length, pixels, from, to);
  const labels = labelsOf(bars, from, Math.min(to, length * pixels));
  const title = session?.info.title ?? `Session ${shortId(lane.sessionId)}`;
  return (
    <section className="lane" aria-label={title}>
      <h3 title={lane.sessionId}>{title}</h3>
      <div className="lane-rows" style={{ height: lane.rows * ROW }}>
        {bars.map((shown, place) => {
          const { track, row, end } = shown.bar;
          const label = labels[place];
          return (
            label && (
              <BarView
                key={`${track.table} ${track.id}`}
                shown={shown}
                label={label}
                top={row * ROW}
                isOpen={end > length}
                isChosen={track === chosen}
                onChoose={onChoose}
              />
            )
          );
        })}
        {lane.cancels.map(({ place, position }) => (
          <span
            key={place.index}
            className="cancel"
            title="The user cancelled the turn"
            style={{ left: MARGIN + position * pixels }}
          />
        ))}
      </div>
    </section>
  );
}
