import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** Which part of a scrolling element is in sight, in CSS pixels. */
export interface Viewport {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Follows scrolling and the size. */
export function useViewport(ref: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, left: 0, width: 800, height: 400 });

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const read = (): void => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
      const size = { width: clientWidth || 800, height: clientHeight || 400 };
      setViewport({ top: scrollTop, left: scrollLeft, ...size });
    };
    read();
    element.addEventListener("scroll", read, { passive: true });
    const observer = typeof ResizeObserver === "function" ? new ResizeObserver(read) : undefined;
    observer?.observe(element);
    return () => {
      element.removeEventListener("scroll", read);
      observer?.disconnect();
    };
  }, [ref]);

  return viewport;
}

/** Calls back when the wheel is turned with Ctrl or Cmd held: `by` is the factor to zoom by. */
export function useZoomWheel(
  ref: RefObject<HTMLElement | null>,
  zoom: (by: number, clientX: number) => void,
): void {
  useEffect(() => {
    const element = ref.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      // Otherwise the browser zooms the page; React's listeners are passive and cannot stop it.
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.25 : 0.8, event.clientX);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [ref, zoom]);
}
