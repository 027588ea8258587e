import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useRef } from "react";
import { useStickToEnd } from "./useStickToEnd.js";

/** As long as a conversation is short, all of it is there: the browser's own search finds all. */
const WHOLE_UP_TO = 150;
const ESTIMATED_ROW_PX = 90;

export interface Transcript {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Goes on the element that is as high as all rows. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  /** The user reads further up. */
  readonly isAway: boolean;
  jump(): void;
  /** Keeps the row with the focus, however far it is scrolled away. */
  holdRow(key: string | undefined): void;
}

/**
 * Rows of any height, of which only those near the view exist. Follows what is added at the end
 * while the user is there, and keeps the place of whoever reads above; a new `anchor` leads back.
 */
export function useTranscript(keys: readonly string[], anchor: unknown): Transcript {
  const { scroller, scrollBy, ...stick } = useStickToEnd(anchor);
  const held = useRef<string>(undefined);
  // Nothing here is compiled: what it returns may change between renders.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keys[index] ?? index,
    scrollToFn: (...where) => scrollBy(() => elementScroll(...where)),
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: 6,
    paddingStart: 28,
    paddingEnd: 20,
    rangeExtractor: (range) => rowsOf(range, keys.indexOf(held.current ?? "")),
  });
  const holdRow = useCallback((key: string | undefined) => {
    held.current = key;
  }, []);
  return { scroller, virtualizer, holdRow, ...stick };
}

function rowsOf(range: Range, held: number): number[] {
  if (range.count <= WHOLE_UP_TO) return Array.from({ length: range.count }, (_, index) => index);
  const rows = defaultRangeExtractor(range);
  if (held < 0 || rows.includes(held)) return rows;
  return [...rows, held].sort((a, b) => a - b);
}
