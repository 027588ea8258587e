import { type RefObject, useLayoutEffect, useState } from "react";

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
