import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { useViewport } from "./useViewport.js";

/** In CSS pixels; the style sheet says the same. */
export const ROW_HEIGHT = 26;
/** Rows that are rendered beyond each edge. */
const BEYOND = 8;

interface RowsProps {
  readonly label: string;
  readonly length: number;
  /** The row that is kept in sight. */
  readonly active: number | undefined;
  readonly activeId: string | undefined;
  /** The end is kept in sight while it is. */
  readonly follows: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: (row: number) => ReactNode;
}

/** A list of rows of one height, of which only those in sight are rendered. */
export function Rows(props: RowsProps): ReactNode {
  const { label, length, active, activeId, follows, onKeyDown, children } = props;
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const { top, height } = useViewport(ref);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND);
  const end = Math.min(length, Math.ceil((top + height) / ROW_HEIGHT) + BEYOND);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element !== null && follows && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [length, follows]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || active === undefined) return;
    const rowTop = active * ROW_HEIGHT;
    const lowest = rowTop + ROW_HEIGHT - (element.clientHeight || ROW_HEIGHT);
    element.scrollTop = Math.min(Math.max(element.scrollTop, lowest), rowTop);
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
          {Array.from({ length: Math.max(0, end - first) }, (_, place) => children(first + place))}
        </div>
      </div>
    </div>
  );
}
