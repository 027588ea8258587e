import type { Frame } from "@acp-store/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { FrameRow } from "./FrameRow.js";
import "./frames.css";

const ROW_HEIGHT = 28;
/** The space that stays visible before and after the current frame. */
const SCROLL_PADDING = 3 * ROW_HEIGHT;

interface FrameListProps {
  readonly frames: readonly Frame[];
  /** The name of each frame. */
  readonly names: readonly string[];
  /** The number of frames that the store has processed. */
  readonly position: number;
  /** Whether the list is visible. */
  readonly isShown: boolean;
  readonly onSeek: (position: number) => void;
}

/** The messages of a trace as they went over the wire. The last processed one is marked. */
export function FrameList(props: FrameListProps): ReactElement {
  const { frames, names, position, isShown, onSeek } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const current = position - 1;
  /** The row that the Tab key reaches. The arrow keys move it. */
  const [reachable, setReachable] = useState<number>();
  const tabStop = reachable ?? Math.max(current, 0);
  const start = frames[0]?.t ?? 0;
  // The React Compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: frames.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: SCROLL_PADDING,
    scrollPaddingEnd: SCROLL_PADDING,
  });
  useEffect(() => {
    if (isShown) virtualizer.scrollToIndex(Math.max(current, 0), { align: "auto" });
  }, [current, isShown, virtualizer]);

  function toggle(index: number, isExpanded = !expanded.has(index)): void {
    const next = new Set(expanded);
    if (isExpanded) next.add(index);
    else next.delete(index);
    setExpanded(next);
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector(`[data-index="${index}"]`)
        ?.scrollIntoView({ block: "nearest" }),
    );
  }

  function focusRow(index: number): void {
    const target = Math.min(Math.max(index, 0), frames.length - 1);
    setReachable(target);
    virtualizer.scrollToIndex(target, { align: "auto" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-seek="${target}"]`)?.focus(),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = (event.target as Element).closest("[data-index]");
    if (row === null || !(event.target as Element).matches("[data-seek]")) return;
    const index = Number(row.getAttribute("data-index"));
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      PageDown: () => focusRow(index + 10),
      PageUp: () => focusRow(index - 10),
      Home: () => focusRow(0),
      End: () => focusRow(frames.length - 1),
      ArrowRight: () => toggle(index, true),
      ArrowLeft: () => toggle(index, false),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  return (
    <>
      <div className="view-heading">
        <h2>Frames</h2>
        <p>Select a frame to go there.</p>
      </div>
      <div ref={scroller} className="frames-scroll" tabIndex={-1}>
        <ol
          className="frames"
          aria-label="Frames of the trace"
          style={{ height: `${virtualizer.getTotalSize()}px` }}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ index, start: top }) => {
            const frame = frames[index];
            if (frame === undefined) return null;
            return (
              <FrameRow
                key={index}
                measure={virtualizer.measureElement}
                index={index}
                count={frames.length}
                top={top}
                frame={frame}
                name={names[index] ?? ""}
                time={(frame.t ?? start) - start}
                state={index === current ? "current" : index < current ? "past" : "future"}
                isExpanded={expanded.has(index)}
                isReachable={index === tabStop}
                onSeek={() => {
                  setReachable(index);
                  onSeek(index + 1);
                }}
                onToggle={() => toggle(index)}
              />
            );
          })}
        </ol>
      </div>
    </>
  );
}
