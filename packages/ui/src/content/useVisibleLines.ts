import { type RefObject, useEffect, useState } from "react";

/** Up to this many lines, all are rendered, so that the browser's search finds everything. */
const MAX_RENDERED_LINES = 100;
/** The number of lines that are rendered above and below the view. */
const LINES_AROUND = 30;
/** The range moves in steps, so that most scroll events render nothing. */
const STEP = 10;
/** The width of the numbers and signs before a line. */
const GUTTER_CHARACTERS = 18;

interface VisibleLines {
  /** The index of the first line to render. */
  readonly first: number;
  /** The index after the last line to render. */
  readonly end: number;
}

/**
 * Returns the lines of a long text to render: those in the view of `scroller`, and some around it. The
 * content of the scroller has the height of all lines, and the style sheet
 * gives all lines the same height, so their share of the scrolled height tells which are in the view.
 * The first render has those around the line `firstView`, counted from 1.
 */
export function useVisibleLines(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  firstView = 1,
): VisibleLines {
  const [range, setRange] = useState(() => {
    const first = floorToStep(firstView - MAX_RENDERED_LINES / 2);
    return { first, end: first + MAX_RENDERED_LINES };
  });
  const isLong = count > MAX_RENDERED_LINES;

  useEffect(() => {
    const element = scroller.current;
    if (!isLong || element === null) return undefined;
    const update = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const toLine = (position: number): number => (position / scrollHeight) * count;
      const first = floorToStep(toLine(scrollTop) - LINES_AROUND);
      const end = floorToStep(toLine(scrollTop + clientHeight) + LINES_AROUND) + STEP;
      setRange((known) => (known.first === first && known.end === end ? known : { first, end }));
    };
    const stop = new AbortController();
    element.addEventListener("scroll", update, { passive: true, signal: stop.signal });
    // Test environments without a layout have no observer.
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(update);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      stop.abort();
    };
  }, [scroller, isLong, count]);

  if (!isLong) return { first: 0, end: count };
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}

function floorToStep(line: number): number {
  return Math.max(0, Math.floor(line / STEP) * STEP);
}

/** Returns a width for all lines, so that it does not depend on those that are rendered. */
export function getLinesWidth(lines: readonly { readonly length: number }[]): string {
  const longest = lines.reduce((longestLength, { length }) => Math.max(longestLength, length), 0);
  return `max(100%, ${longest + GUTTER_CHARACTERS}ch)`;
}
