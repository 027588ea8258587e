import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How much larger than its view the content of a scrolling element is. */
export interface Zoom {
  /** 1: all is in sight. */
  readonly zoom: number;
  /**
   * What is `at` so many CSS pixels from the left edge of the view comes to stand at `to`: by default it
   * stays where it is, and by default that is the middle.
   */
  readonly zoomBy: (by: number, at?: number, to?: number) => void;
  readonly showAll: () => void;
}

/** Zooms by request, and by the wheel with Ctrl or Cmd held. `margin`: what does not grow, at the left. */
export function useZoom(
  ref: RefObject<HTMLElement | null>,
  margin: number,
  onMove: (left: number) => void,
): Zoom {
  const [zoom, setZoom] = useState(1);
  // What is asked for, which may be several times before the page shows it.
  const wanted = useRef<{ zoom: number; left: number | undefined }>({ zoom: 1, left: undefined });

  const zoomBy = useCallback(
    (by: number, at?: number, to?: number) => {
      const element = ref.current;
      const { zoom: before, left: goal } = wanted.current;
      const next = Math.min(Math.max(before * by, 1), 2000);
      if (element === null || next === before) return;
      const middle = element.clientWidth / 2;
      const x = (goal ?? element.scrollLeft) + (at ?? middle);
      const left = margin + ((x - margin) * next) / before - (to ?? at ?? middle);
      wanted.current = { zoom: next, left };
      setZoom(next);
      onMove(left);
    },
    [ref, margin, onMove],
  );
  useLayoutEffect(() => {
    const { left } = wanted.current;
    wanted.current = { zoom, left: undefined };
    if (left === undefined || ref.current === null) return;
    ref.current.scrollTo({ left });
    onMove(ref.current.scrollLeft);
  }, [ref, zoom, onMove]);
  useZoomWheel(ref, zoomBy);

  return {
    zoom,
    zoomBy,
    showAll: () => {
      wanted.current = { zoom: 1, left: 0 };
      setZoom(1);
    },
  };
}

/** Calls back when the wheel is turned with Ctrl or Cmd held. */
function useZoomWheel(ref: RefObject<HTMLElement | null>, zoomBy: Zoom["zoomBy"]): void {
  useEffect(() => {
    const element = ref.current;
    const onWheel = (event: WheelEvent): void => {
      if (element === null || (!event.ctrlKey && !event.metaKey)) return;
      // Otherwise the browser zooms the page; React's listeners are passive and cannot stop it.
      event.preventDefault();
      const at = event.clientX - element.getBoundingClientRect().left;
      zoomBy(event.deltaY < 0 ? 1.25 : 0.8, at);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [ref, zoomBy]);
}
