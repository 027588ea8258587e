import { type ReactNode, useMemo, useRef, useState } from "react";
import { lanesOf, positionOf } from "../model/lanes.js";
import { nearestEntry } from "../model/nearestEntry.js";
import type { Track } from "../model/tracks.js";
import { shownIndex, usePanel } from "../ui/context.js";
import { useViewport } from "../ui/useViewport.js";
import { useZoom } from "../ui/useZoom.js";
import { LaneView } from "./LaneView.js";
import { LEAST_WIDTH } from "../model/visibleBars.js";
import { Ruler } from "./Ruler.js";
import { TrackDetail } from "./TrackDetail.js";
import { ZoomButtons } from "./ZoomButtons.js";
import { goAlongBars } from "./goAlongBars.js";

/** Room at both ends, in CSS pixels. */
const MARGIN = 24;

/** What went on when, a lane for each session. */
export function TimelineView(): ReactNode {
  const { snapshot } = usePanel();
  if (snapshot.end === snapshot.first)
    return <p className="empty">Nothing has happened yet. Or drop a .jsonl trace here.</p>;
  return <Timeline />;
}

function Timeline(): ReactNode {
  const { source, snapshot, digest, select } = usePanel();
  const { history } = source;
  const ref = useRef<HTMLDivElement>(null);
  const viewport = useViewport(ref);
  const { zoom, zoomBy, showAll } = useZoom(ref);
  const [track, setTrack] = useState<Track>();
  const { tracks, sessions, startAt, endAt } = digest;
  const isTime = endAt > startAt;
  const start = isTime ? startAt : snapshot.first;
  const scale = useMemo(() => ({ isTime, start }), [isTime, start]);
  const length = isTime ? endAt - startAt : snapshot.end - snapshot.first;
  const width = Math.max(viewport.width - 2 * MARGIN, 200) * zoom;
  const pixels = width / length;
  // In steps, so that rows are not dealt out anew with every message.
  const least = 2 ** Math.ceil(Math.log2(LEAST_WIDTH / pixels));
  const lanes = useMemo(
    () => lanesOf(tracks, sessions, scale, least),
    [tracks, sessions, scale, least],
  );

  function goTo(index: number): void {
    history.jump(index);
    select(index);
  }

  const here = history.entry(shownIndex(snapshot));
  const from = viewport.left - MARGIN;
  return (
    <div className="timeline">
      <ZoomButtons zoom={zoom} onZoom={zoomBy} onShowAll={showAll} />
      <div
        ref={ref}
        className="lanes"
        role="group"
        aria-label="Lanes, one for each session"
        tabIndex={0}
        onKeyDown={goAlongBars}
      >
        {/* The pointer's way to any point; keys have the bars and the log. */}
        <div
          className="lanes-all"
          style={{ width: width + 2 * MARGIN }}
          onClick={(event) => {
            const { left } = event.currentTarget.getBoundingClientRect();
            const position = (event.clientX - left - MARGIN) / pixels;
            goTo(nearestEntry(history, scale, position));
          }}
        >
          <Ruler
            pixels={pixels}
            from={from}
            to={from + viewport.width}
            margin={MARGIN}
            isTime={isTime}
          />
          {lanes.map((lane) => (
            <LaneView
              key={lane.sessionId}
              lane={lane}
              length={length}
              pixels={pixels}
              from={from}
              to={from + viewport.width}
              margin={MARGIN}
              chosen={track}
              onChoose={(chosen) => {
                setTrack(chosen);
                goTo(chosen.first.index);
              }}
            />
          ))}
          {here !== undefined && (
            <div
              className={snapshot.position === undefined ? "playhead" : "playhead past"}
              style={{ left: MARGIN + positionOf(here, scale) * pixels }}
            />
          )}
        </div>
      </div>
      <TrackDetail track={track} />
    </div>
  );
}
