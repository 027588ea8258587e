import type { AcpState } from "@acp-store/core";
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from "react";
import { type Band, type Bar, createBands } from "../model/bands.js";
import {
  MIN_BAR_WIDTH,
  type NeighborBars,
  nearestEntry,
  neighborBars,
  type TimelineSpan,
  zoomAnchor,
} from "../model/timelineLayout.js";
import { formatElapsed } from "../model/format.js";
import {
  findIdleTimes,
  formatPosition,
  IDLE_LENGTH,
  type IdleTime,
  positionOf,
} from "../model/timelineScale.js";
import { LinkButton } from "../ui/controls.js";
import { isPast, shownIndex, usePanel } from "../ui/panelContext.js";
import { useViewport, useZoom, type Viewport } from "../ui/useViewport.js";
import { TimelineCard } from "./TimelineCard.js";
import { BandView, Ruler, TIMELINE_MARGIN } from "./TimelineBands.js";
import { Legend, ZoomButtons } from "./TimelineToolbar.js";

/** Shows when turns, tool calls and permission requests happened, with one band per session. */
export function TimelineView(): ReactNode {
  const { snapshot } = usePanel();
  if (snapshot.end === snapshot.first)
    return <p className="empty">No messages yet. You can also drop a .jsonl trace here.</p>;
  return <Timeline />;
}

function Timeline(): ReactNode {
  const { source, snapshot, selectedTrack, selectTrack, selectEntry } = usePanel();
  const { history } = source;
  const ref = useRef<HTMLDivElement>(null);
  const viewport = useViewport(ref);
  const { zoom, zoomBy, showAll } = useZoom(ref, TIMELINE_MARGIN, viewport.expectLeft);
  const { bands, span } = useBands(viewport, zoom);
  const { scale, length, pixels, from } = span;
  const neighbors = neighborBars(bands, span);
  const shownEntry = history.entry(shownIndex(snapshot));
  const past = shownEntry && isPast(snapshot) ? positionOf(shownEntry, scale) : undefined;

  function zoomAt(factor: number, at?: number): void {
    if (at !== undefined) zoomBy(factor, at);
    else zoomBy(factor, ...zoomAnchor(bands, selectedTrack, past, span));
  }

  function closeCard(): void {
    // Closing the card removes the focused element, so the focus returns to the bar.
    const bar = ref.current?.querySelector<HTMLElement>(".bar[aria-pressed=true]");
    (bar ?? ref.current)?.focus();
    selectTrack(undefined);
  }

  function scrollTo(bar: Bar): void {
    const position = bar.start * pixels < from ? Math.min(bar.end, length) : bar.start;
    ref.current?.scrollTo({ left: TIMELINE_MARGIN + position * pixels - viewport.width / 2 });
  }

  return (
    <div
      className="timeline"
      onKeyDown={(event) => {
        if (event.key === "Escape" && selectedTrack !== undefined) closeCard();
      }}
    >
      <div className="timeline-tools">
        <Legend bands={bands} />
        <ZoomButtons zoom={zoom} onZoom={zoomAt} onShowAll={showAll} />
      </div>
      <div className="bands-frame">
        <div
          ref={ref}
          className="bands"
          role="group"
          aria-label="Timeline, one band per session"
          tabIndex={0}
          onKeyDown={(event) => {
            moveFocusAlongBars(event);
            zoomByKey(event, zoomAt);
          }}
        >
          <div className="bands-all" style={{ width: length * pixels + 2 * TIMELINE_MARGIN }}>
            <Ruler
              span={span}
              onPick={(position) => {
                const index = nearestEntry(history, scale, position);
                history.jumpTo(index);
                selectEntry(index);
              }}
            />
            {scale.idle.map((idle) => (
              <IdleMark key={idle.from} idle={idle} span={span} />
            ))}
            {shownEntry !== undefined && <Playhead position={(past ?? length) * pixels} />}
            {bands.map((band) => (
              <BandView
                key={band.sessionId}
                band={band}
                span={span}
                selectedTrack={selectedTrack}
                onSelect={selectTrack}
              />
            ))}
          </div>
        </div>
        {neighbors && (
          <NoBarsHint neighbors={neighbors} span={span} onGo={scrollTo} onShowAll={showAll} />
        )}
      </div>
      <TimelineCard />
    </div>
  );
}

/** Returns the bands of the log, and the part of the timeline that is visible at a zoom. */
function useBands(
  { left, width }: Viewport,
  zoom: number,
): { bands: readonly Band[]; span: TimelineSpan } {
  const { source, snapshot, digest } = usePanel();
  const { tracks, sessions, startAt } = digest;
  const { first, end, isDetached } = snapshot;
  const endAt = Math.max(digest.endAt, source.history.now());
  const isTime = endAt > startAt;
  const start = isTime ? startAt : first;
  const scale = useMemo(
    () => ({ isTime, start, idle: isTime ? findIdleTimes(tracks, startAt, endAt) : [] }),
    [isTime, start, tracks, startAt, endAt],
  );
  const length = isTime ? positionOf({ at: endAt, index: end }, scale) : end - first;
  const pixels = (Math.max(width - 2 * TIMELINE_MARGIN, 200) * zoom) / length;
  // Rounded to a power of two, so that new messages seldom move bars to other rows.
  const minLength = 2 ** Math.ceil(Math.log2(MIN_BAR_WIDTH / pixels));
  const bands = useMemo(
    () => createBands(tracks, sessions, scale, minLength, isDetached),
    [tracks, sessions, scale, minLength, isDetached],
  );
  const ordered = orderByParent(bands, source.history.getState());
  const from = left - TIMELINE_MARGIN;
  return { bands: ordered, span: { scale, length, pixels, from, to: from + width } };
}

/** Puts the bands of subagents below that of their parent. */
function orderByParent(bands: readonly Band[], { sessions }: AcpState): readonly Band[] {
  const children = new Map<string | undefined, Band[]>();
  const ids = new Set(bands.map(({ sessionId }) => sessionId));
  for (const band of bands) {
    const parent = sessions.get(band.sessionId)?.parentSessionId ?? "";
    const key = ids.has(parent) ? parent : undefined;
    children.set(key, [...(children.get(key) ?? []), band]);
  }
  const ordered = new Set<Band>();
  const add = (band: Band): void => {
    if (ordered.has(band)) return;
    ordered.add(band);
    for (const child of children.get(band.sessionId) ?? []) add(child);
  };
  for (const band of children.get(undefined) ?? []) add(band);
  // An agent may name sessions that are each other's parent.
  for (const band of bands) add(band);
  return [...ordered];
}

/** The line at the shown entry, or at the end of a log that has ended. */
function Playhead({ position }: { readonly position: number }): ReactNode {
  const { snapshot } = usePanel();
  const past = isPast(snapshot);
  const isAtEnd = snapshot.isDetached && !past;
  return (
    <div
      className={isAtEnd ? "log-end" : past ? "playhead past" : "playhead"}
      title={isAtEnd ? "The log ends here" : undefined}
      style={{ left: TIMELINE_MARGIN + position }}
    />
  );
}

/** A time without a turn, which is drawn shorter than it was. */
function IdleMark({
  idle,
  span,
}: {
  readonly idle: IdleTime;
  readonly span: TimelineSpan;
}): ReactNode {
  const { scale, pixels } = span;
  const left = TIMELINE_MARGIN + positionOf({ at: idle.from, index: 0 }, scale) * pixels;
  const title = `No turn for ${formatElapsed(idle.to - idle.from)}, drawn shorter`;
  return <div className="idle" title={title} style={{ left, width: IDLE_LENGTH * pixels }} />;
}

interface NoBarsHintProps {
  readonly neighbors: NeighborBars;
  readonly span: TimelineSpan;
  readonly onGo: (bar: Bar) => void;
  readonly onShowAll: () => void;
}

/** Leads from a visible part without bars to the nearest bars. */
function NoBarsHint({ neighbors, span, onGo, onShowAll }: NoBarsHintProps): ReactNode {
  const { before, after } = neighbors;
  const { scale, length, pixels, from, to } = span;
  const start = formatPosition(Math.max(0, from / pixels), scale);
  const end = formatPosition(Math.min(length, to / pixels), scale);
  return (
    <div className="no-bars" role="status">
      No turns or tool calls between {start} and {end}.
      {before && <LinkButton onClick={() => onGo(before)}>Go to the previous bar</LinkButton>}
      {after && <LinkButton onClick={() => onGo(after)}>Go to the next bar</LinkButton>}
      <LinkButton onClick={onShowAll}>Show all</LinkButton>
    </div>
  );
}

/** Moves the focus between bars with the left and right arrow keys. */
function moveFocusAlongBars(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>(".bar")];
  const index = bars.findIndex((bar) => bar === event.target);
  if (step === undefined || index < 0) return;
  event.preventDefault();
  bars[index + step]?.focus();
}

/** Zooms with the + and - keys: at the focused bar, if there is one. */
function zoomByKey(
  { key, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent<HTMLElement>,
  zoom: (factor: number, at?: number) => void,
): void {
  const factor = { "+": 2, "=": 2, "-": 0.5 }[key];
  if (factor === undefined || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
  if (target === currentTarget) zoom(factor);
  else {
    const { left, right } = target.getBoundingClientRect();
    const edges = currentTarget.getBoundingClientRect();
    const middle = (Math.max(left, edges.left) + Math.min(right, edges.right)) / 2;
    zoom(factor, middle - edges.left);
  }
}
