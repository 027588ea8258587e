import type { ReactNode } from "react";
import { shortId } from "../model/format.js";
import type { Lane } from "../model/lanes.js";
import { nameOf } from "../model/trackWords.js";
import type { Track } from "../model/tracks.js";
import { visibleBars } from "../model/visibleBars.js";
import { usePanel } from "../ui/context.js";

interface LaneViewProps {
  readonly lane: Lane;
  /** Of the timeline, in units of the scale. */
  readonly length: number;
  /** CSS pixels for each unit of the scale. */
  readonly pixels: number;
  /** What is in sight, in CSS pixels. */
  readonly from: number;
  readonly to: number;
  readonly margin: number;
  readonly chosen: Track | undefined;
  readonly onChoose: (track: Track) => void;
}

/** In CSS pixels; the style sheet says the same. */
const ROW = 27;

/** One session: its turns, below them tool calls and permission requests; cancels as lines through all. */
export function LaneView(props: LaneViewProps): ReactNode {
  const { lane, length, pixels, from, to, margin, chosen, onChoose } = props;
  const { source } = usePanel();
  const session = source.history.getState().sessions.get(lane.sessionId);
  const title = session?.info.title ?? `Session ${shortId(lane.sessionId)}`;
  return (
    <section className="lane" aria-label={title}>
      <h3 title={lane.sessionId}>{title}</h3>
      <div className="lane-rows" style={{ height: lane.rows * ROW }}>
        {visibleBars(lane.bars, length, pixels, from, to).map(({ bar, left, width, merged }) => (
          <button
            key={`${bar.track.table} ${bar.track.id}`}
            type="button"
            className={`bar ${bar.track.table} ${bar.status}${bar.end > length ? " open" : ""}`}
            aria-pressed={bar.track === chosen}
            aria-label={`${merged > 0 ? `${merged + 1} here: ` : ""}${nameOf(bar.track)}, ${bar.status}`}
            title={`${nameOf(bar.track)}: ${bar.status}`}
            style={{ left: margin + left, width, top: bar.row * ROW }}
            onClick={(event) => {
              event.stopPropagation();
              onChoose(bar.track);
            }}
          >
            {merged > 0 ? merged + 1 : nameOf(bar.track)}
          </button>
        ))}
        {lane.cancels.map(({ place, position }) => (
          <span
            key={place.index}
            className="cancel"
            title="The user cancelled the turn"
            style={{ left: margin + position * pixels }}
          />
        ))}
      </div>
    </section>
  );
}
