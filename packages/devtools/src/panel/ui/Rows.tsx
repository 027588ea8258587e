import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { useViewport } from "./useViewport.js";

/** The height of a row in CSS pixels. Keep it in sync with `styles/log.ts`. */
export const ROW_HEIGHT = 26;
/** The number of rows that are rendered beyond each edge of the visible part. */
const OVERSCAN = 8;

interface RowsProps {
  readonly label: string;
  readonly length: number;
  /** The row that is scrolled into view when it changes. */
  readonly active: number | undefined;
  readonly activeId: string | undefined;
  /** Whether the list stays at its end when rows are added. */
  readonly follows: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: (row: number) => ReactNode;
}

/** A virtual list: all rows have the same height, and only visible rows are rendered. */
export function Rows(props: RowsProps): ReactNode {
  const { label, length, active, activeId, follows, onKeyDown, children } = props;
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const { top, height } = useViewport(ref);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN);
  const end = Math.min(length, Math.ceil((top + height) / ROW_HEIGHT) + OVERSCAN);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element !== null && follows && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [length, follows]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || active === undefined) return;
    const rowTop = active * ROW_HEIGHT;
    const minTop = rowTop + ROW_HEIGHT - (element.clientHeight || ROW_HEIGHT);
    element.scrollTop = Math.min(Math.max(element.scrollTop, minTop), rowTop);
  }, [active]);

  return (
    <div
      ref={ref}
      className="rows"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={
        active !== undefined && active >= first && active < end ? activeId : undefined
      }
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - ROW_HEIGHT;
      }}
    >
      <div role="presentation" className="rows-all" style={{ height: length * ROW_HEIGHT }}>
        <div role="presentation" style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }}>
          {Array.from({ length: Math.max(0, end - first) }, (_, offset) =>
            children(first + offset),
          )}
        </div>
      </div>
    </div>
  );
}
