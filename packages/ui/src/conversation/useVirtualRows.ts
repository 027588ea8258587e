import {
  elementScroll,
  measureElement,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { useStickToBottom } from "./useStickToBottom.js";

/** Up to this many elements, all rows are rendered, so that the browser's search finds everything. */
const MAX_ELEMENTS = 3000;
/** The estimated number of elements of a row that was not rendered yet. */
const ESTIMATED_ELEMENTS = 20;
/** The number of rows and elements that are rendered above and below the view. */
const ROWS_AROUND = 6;
const ELEMENTS_AROUND = 500;
const ESTIMATED_ROW_PX = 90;

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The ref callback of the element that has the height of all rows. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  /** Whether the user has scrolled away from the end. */
  readonly isScrolledUp: boolean;
  jumpToEnd(): void;
  /** Scrolls to a row. Does nothing if there is no such row. */
  showRow(key: string): void;
  /** Keeps a row rendered while it is scrolled out of view. Used for the row that has the focus. */
  pinRow(key: string | undefined): void;
}

/**
 * Virtualizes rows of any height. The view follows new rows while it is at the end and keeps its
 * position otherwise. A new `anchor` scrolls back to the end.
 */
export function useVirtualRows(keys: readonly string[], anchor: unknown): VirtualRows {
  const { scroller, scrollBy, onResize, leaveEnd, ...stick } = useStickToBottom(anchor);
  const pinnedKey = useRef<string>(undefined);
  const elementCounts = useRef(new Map<string, number>());
  // The React Compiler is not used here, so unstable return values are fine.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keys[index] ?? index,
    scrollToFn: (...args) => scrollBy(() => elementScroll(...args)),
    estimateSize: () => ESTIMATED_ROW_PX,
    measureElement: (element, ...args) => {
      const { key = "" } = element.dataset;
      elementCounts.current.set(key, element.getElementsByTagName("*").length);
      return measureElement(element, ...args);
    },
    paddingStart: 28,
    paddingEnd: 20,
    rangeExtractor: (range) => {
      const countElements = (index: number): number =>
        elementCounts.current.get(keys[index] ?? "") ?? ESTIMATED_ELEMENTS;
      return selectRows(range, countElements, keys.indexOf(pinnedKey.current ?? ""));
    },
  });
  const height = virtualizer.getTotalSize();
  useLayoutEffect(onResize, [onResize, height]);
  const pinRow = useCallback((key: string | undefined) => {
    pinnedKey.current = key;
  }, []);
  function showRow(key: string): void {
    const index = keys.indexOf(key);
    if (index === -1) return;
    leaveEnd();
    virtualizer.scrollToIndex(index, { align: "center" });
  }
  return { scroller, virtualizer, pinRow, showRow, ...stick };
}

/** Returns the rows to render: all of a small conversation, or else those around the view. */
function selectRows(
  { startIndex, endIndex, count }: Range,
  countElements: (index: number) => number,
  pinned: number,
): number[] {
  if (countFittingRows(0, 1, count, MAX_ELEMENTS, countElements) === count)
    return toIndexes(0, count);
  const above = countFittingRows(startIndex - 1, -1, ROWS_AROUND, ELEMENTS_AROUND, countElements);
  const below = countFittingRows(endIndex + 1, 1, ROWS_AROUND, ELEMENTS_AROUND, countElements);
  const first = Math.max(0, startIndex - Math.max(above, 1));
  const end = Math.min(count, endIndex + Math.max(below, 1) + 1);
  const rows = toIndexes(first, end);
  if (pinned < 0 || rows.includes(pinned)) return rows;
  return [...rows, pinned].sort((a, b) => a - b);
}

/** Counts the rows from an index on that have at most the given number of elements together. */
function countFittingRows(
  start: number,
  step: 1 | -1,
  maxRows: number,
  maxElements: number,
  countElements: (index: number) => number,
): number {
  let rows = 0;
  let elements = 0;
  while (rows < maxRows) {
    elements += countElements(start + rows * step);
    if (elements > maxElements) break;
    rows++;
  }
  return rows;
}

function toIndexes(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
