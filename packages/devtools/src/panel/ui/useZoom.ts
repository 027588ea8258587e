import { type RefObject, useCallback, useEffect, useState } from "react";

/** How much larger than its view the content of a scrolling element is. */
export interface Zoom {
  /** 1: all is in sight. */
  readonly zoom: number;
  readonly zoomBy: (by: number) => void;
  readonly showAll: () => void;
}

/** Zooms by request, and by the wheel with Ctrl or Cmd held. */
export function useZoom(ref: RefObject<HTMLElement | null>): Zoom {
  const [zoom, setZoom] = useState(1);

  const zoomBy = useCallback(
    (by: number) => {
      setZoom((now) => Math.min(Math.max(now * by, 1), 2000));
      const element = ref.current;
      if (element === null) return;
      // What is in the middle stays there, once the new width is there.
      const middle = (element.scrollLeft + element.clientWidth / 2) * by - element.clientWidth / 2;
      requestAnimationFrame(() => element.scrollTo({ left: middle }));
    },
    [ref],
  );
  useZoomWheel(ref, zoomBy);

  return { zoom, zoomBy, showAll: () => setZoom(1) };
}

/** Calls back when the wheel is turned with Ctrl or Cmd held: `by` is the factor to zoom by. */
function useZoomWheel(ref: RefObject<HTMLElement | null>, zoom: (by: number) => void): void {
  useEffect(() => {
    const element = ref.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      // Otherwise the browser zooms the page; React's listeners are passive and cannot stop it.
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.25 : 0.8);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [ref, zoom]);
}
