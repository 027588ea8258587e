import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Which part of a scrolling element is in sight, in CSS pixels. */
export interface Viewport {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

interface Movable {
  /** Says where it will be scrolled to, so that what is to be seen there is not removed before. */
  readonly move: (left: number) => void;
}

/** Follows scrolling and the size. */
export function useViewport(ref: RefObject<HTMLElement | null>): Viewport & Movable {
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

  const move = useCallback((left: number) => setViewport((before) => ({ ...before, left })), []);
  return { ...viewport, move };
}
