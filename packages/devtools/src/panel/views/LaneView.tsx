import type { ReactNode } from "react";
import { shortId } from "../model/format.js";
import type { Lane } from "../model/lanes.js";
import type { Track } from "../model/tracks.js";
import { visibleBars } from "../model/visibleBars.js";
import { usePanel } from "../ui/context.js";
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
  const title = session?.info.title ?? `Session ${shortId(lane.sessionId)}`;
  return (
    <section className="lane" aria-label={title}>
      <h3 title={lane.sessionId}>{title}</h3>
      <div className="lane-rows" style={{ height: lane.rows * ROW }}>
        {visibleBars(lane.bars, length, pixels, from, to).map(({ bar, left, width, merged }) => {
          const { track, look, end, row } = bar;
          const all = merged > 0 ? `${merged + 1} here: ` : "";
          const name = `${all}${look.name}, ${look.says}`;
          return (
            <button
              key={`${track.table} ${track.id}`}
              type="button"
              className={`bar ${look.tone}${end > length ? " open" : ""}`}
              aria-pressed={track === chosen}
              aria-label={name}
              title={name}
              style={{ left: MARGIN + left, width, top: row * ROW }}
              onClick={() => onChoose(track)}
            >
              {merged > 0 ? merged + 1 : look.label}
            </button>
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
