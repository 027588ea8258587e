import { type ReactNode, useRef } from "react";
import { besideView } from "../model/besideView.js";
import { type Bar, positionOf } from "../model/lanes.js";
import { nearestEntry } from "../model/nearestEntry.js";
import { isPast, shownIndex, usePanel } from "../ui/context.js";
import { useViewport } from "../ui/useViewport.js";
import { useZoom } from "../ui/useZoom.js";
import { EmptyView } from "./EmptyView.js";
import { goAlongBars } from "./goAlongBars.js";
import { LaneView } from "./LaneView.js";
import { Legend } from "./Legend.js";
import { Ruler } from "./Ruler.js";
import { TimelineCard } from "./TimelineCard.js";
import { MARGIN, useLanes } from "./useLanes.js";
import { ZoomButtons } from "./ZoomButtons.js";
import { zoomByKey } from "./zoomByKey.js";
import { zoomPlace } from "./zoomPlace.js";

/** What went on when, a lane for each session. */
export function TimelineView(): ReactNode {
  const { snapshot } = usePanel();
  if (snapshot.end === snapshot.first)
    return <p className="empty">Nothing has happened yet. Or drop a .jsonl trace here.</p>;
  return <Timeline />;
}

function Timeline(): ReactNode {
  const { source, snapshot, chosen, choose, select } = usePanel();
  const { history } = source;
  const ref = useRef<HTMLDivElement>(null);
  const viewport = useViewport(ref);
  const { zoom, zoomBy, showAll } = useZoom(ref, MARGIN, viewport.move);
  const { lanes, span } = useLanes(viewport, zoom);
  const { scale, length, pixels, from, to } = span;
  const beside = besideView(lanes, pixels, from, to);
  const isAtEnd = snapshot.isDetached && !isPast(snapshot);
  const here = history.entry(shownIndex(snapshot));
  const past = here && isPast(snapshot) ? positionOf(here, scale) : undefined;

  function zoomAt(by: number, at?: number): void {
    if (at !== undefined) zoomBy(by, at);
    else zoomBy(by, ...zoomPlace(lanes, chosen, past, span));
  }

  function close(): void {
    // What had the focus may go away.
    const bar = ref.current?.querySelector<HTMLElement>(".bar[aria-pressed=true]");
    (bar ?? ref.current)?.focus();
    choose(undefined);
  }

  function goTo(bar: Bar): void {
    const at = bar.start * pixels < from ? Math.min(bar.end, length) : bar.start;
    ref.current?.scrollTo({ left: MARGIN + at * pixels - viewport.width / 2 });
  }

  return (
    <div
      className="timeline"
      onKeyDown={(event) => {
        if (event.key === "Escape" && chosen !== undefined) close();
      }}
    >
      <div className="timeline-tools">
        <Legend lanes={lanes} />
        <ZoomButtons zoom={zoom} onZoom={zoomAt} onShowAll={showAll} />
      </div>
      <div className="lanes-frame">
        <div
          ref={ref}
          className="lanes"
          role="group"
          aria-label="Lanes, one for each session"
          tabIndex={0}
          onKeyDown={(event) => {
            goAlongBars(event);
            zoomByKey(event, zoomAt);
          }}
        >
          <div className="lanes-all" style={{ width: length * pixels + 2 * MARGIN }}>
            <Ruler
              span={span}
              onPick={(position) => {
                const index = nearestEntry(history, scale, position);
                history.jump(index);
                select(index);
              }}
            />
            {here !== undefined && (
              <div
                className={isAtEnd ? "log-end" : isPast(snapshot) ? "playhead past" : "playhead"}
                title={isAtEnd ? "The log ends here" : undefined}
                style={{ left: MARGIN + positionOf(here, scale) * pixels }}
              />
            )}
            {lanes.map((lane) => (
              <LaneView
                key={lane.sessionId}
                lane={lane}
                span={span}
                chosen={chosen}
                onChoose={choose}
              />
            ))}
          </div>
        </div>
        {beside && <EmptyView beside={beside} span={span} onGo={goTo} onShowAll={showAll} />}
      </div>
      <TimelineCard />
    </div>
  );
}
