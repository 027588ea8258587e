import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The visible part of a scrolling element, in CSS pixels. */
export interface Viewport {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

interface MovableViewport extends Viewport {
  /** Announces a scroll position, so that the content there is rendered before the element scrolls. */
  readonly expectLeft: (left: number) => void;
}

/** Tracks the scroll position and the size of an element. */
export function useViewport(ref: RefObject<HTMLElement | null>): MovableViewport {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, left: 0, width: 800, height: 400 });

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const update = (): void => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
      const size = { width: clientWidth || 800, height: clientHeight || 400 };
      setViewport({ top: scrollTop, left: scrollLeft, ...size });
    };
    update();
    element.addEventListener("scroll", update, { passive: true });
    const observer = typeof ResizeObserver === "function" ? new ResizeObserver(update) : undefined;
    observer?.observe(element);
    return () => {
      element.removeEventListener("scroll", update);
      observer?.disconnect();
    };
  }, [ref]);

  const expectLeft = useCallback(
    (left: number) => setViewport((before) => ({ ...before, left })),
    [],
  );
  return { ...viewport, expectLeft };
}

/** The zoom of a scrolling element, and the functions that change it. */
export interface Zoom {
  /** The factor by which the content is wider than the element. 1 shows all of it. */
  readonly zoom: number;
  /**
   * Multiplies the zoom. The point at `at` moves to `to`, both in CSS pixels from the left edge of the
   * element. By default `at` is the middle, and the point stays where it is.
   */
  readonly zoomBy: (factor: number, at?: number, to?: number) => void;
  readonly showAll: () => void;
}

const MAX_ZOOM = 2000;

/**
 * Zooms an element on request, and by the wheel with Ctrl or Cmd.
 *
 * @param margin The part at the left edge of the content that keeps its width.
 * @param onScroll Called with the scroll position before and after the element scrolls.
 */
export function useZoom(
  ref: RefObject<HTMLElement | null>,
  margin: number,
  onScroll: (left: number) => void,
): Zoom {
  const [zoom, setZoom] = useState(1);
  // The requested zoom and scroll position, which can change several times before React renders.
  const target = useRef<{ zoom: number; left: number | undefined }>({ zoom: 1, left: undefined });

  const zoomBy = useCallback(
    (factor: number, at?: number, to?: number) => {
      const element = ref.current;
      const { zoom: before, left: targetLeft } = target.current;
      const next = Math.min(Math.max(before * factor, 1), MAX_ZOOM);
      if (element === null || next === before) return;
      const middle = element.clientWidth / 2;
      const x = (targetLeft ?? element.scrollLeft) + (at ?? middle);
      const left = margin + ((x - margin) * next) / before - (to ?? at ?? middle);
      target.current = { zoom: next, left };
      setZoom(next);
      onScroll(left);
    },
    [ref, margin, onScroll],
  );
  useLayoutEffect(() => {
    const { left } = target.current;
    target.current = { zoom, left: undefined };
    if (left === undefined || ref.current === null) return;
    ref.current.scrollTo({ left });
    onScroll(ref.current.scrollLeft);
  }, [ref, zoom, onScroll]);
  useZoomWheel(ref, zoomBy);

  return {
    zoom,
    zoomBy,
    showAll: () => {
      target.current = { zoom: 1, left: 0 };
      setZoom(1);
    },
  };
}

function useZoomWheel(ref: RefObject<HTMLElement | null>, zoomBy: Zoom["zoomBy"]): void {
  useEffect(() => {
    const element = ref.current;
    const onWheel = (event: WheelEvent): void => {
      if (element === null || (!event.ctrlKey && !event.metaKey)) return;
      // Keeps the browser from zooming the page. React's wheel listeners are passive and cannot.
      event.preventDefault();
      const at = event.clientX - element.getBoundingClientRect().left;
      zoomBy(event.deltaY < 0 ? 1.25 : 0.8, at);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [ref, zoomBy]);
}
