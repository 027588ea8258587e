import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useRef } from "react";
import { useStickToBottom } from "./useStickToBottom.js";

/** Up to this many rows, all are rendered, so that the browser's search finds everything. */
const MAX_UNVIRTUALIZED_ROWS = 150;
const ESTIMATED_ROW_PX = 90;

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The ref callback of the element that has the height of all rows. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  /** Whether the user has scrolled away from the end. */
  readonly isScrolledUp: boolean;
  jumpToEnd(): void;
  /** Keeps a row rendered while it is scrolled out of view. Used for the row that has the focus. */
  pinRow(key: string | undefined): void;
}

/**
 * Virtualizes rows of any height. The view follows new rows while it is at the end and keeps its
 * position otherwise. A new `anchor` scrolls back to the end.
 */
export function useVirtualRows(keys: readonly string[], anchor: unknown): VirtualRows {
  const { scroller, scrollBy, ...stick } = useStickToBottom(anchor);
  const pinnedKey = useRef<string>(undefined);
  // The React Compiler is not used here, so unstable return values are fine.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keys[index] ?? index,
    scrollToFn: (...args) => scrollBy(() => elementScroll(...args)),
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: 6,
    paddingStart: 28,
    paddingEnd: 20,
    rangeExtractor: (range) => rowsToRender(range, keys.indexOf(pinnedKey.current ?? "")),
  });
  const pinRow = useCallback((key: string | undefined) => {
    pinnedKey.current = key;
  }, []);
  return { scroller, virtualizer, pinRow, ...stick };
}

function rowsToRender(range: Range, pinned: number): number[] {
  if (range.count <= MAX_UNVIRTUALIZED_ROWS)
    return Array.from({ length: range.count }, (_, index) => index);
  const rows = defaultRangeExtractor(range);
  if (pinned < 0 || rows.includes(pinned)) return rows;
  return [...rows, pinned].sort((a, b) => a - b);
}
