import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Somebody this near to the end reads the end. */
const NEAR_PX = 40;
/** So long do all rows take to find their new heights. */
const REFLOW_MS = 500;

interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Goes on the element inside of the scroller. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  readonly isAway: boolean;
  jump(): void;
}

/** Follows what is added at the end while the user is there; a new `anchor` leads back. */
export function useStickToEnd(anchor: unknown): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element && isStuck.current) element.scrollTop = element.scrollHeight;
  }, []);
  const jump = useCallback(() => {
    isStuck.current = true;
    follow();
  }, [follow]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let last = { top: element.scrollTop, height: element.scrollHeight };
    let width = element.clientWidth;
    let settledAt = 0;
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = element;
      // What was added since the last frame moves the end away, a row that turns out lower than
      // estimated moves the view, and another width moves everything: none of these is the user.
      const isSettled = performance.now() > settledAt;
      if (height - top - clientHeight < NEAR_PX) isStuck.current = true;
      else if (top < last.top && height >= last.height && isSettled) isStuck.current = false;
      last = { top, height };
      setIsAway(!isStuck.current);
    };
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) settledAt = performance.now() + REFLOW_MS;
      width = element.clientWidth;
      follow();
    });
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [follow]);

  const content = useCallback(
    (element: HTMLDivElement | null) => {
      if (!element) return undefined;
      const observer = new ResizeObserver(follow);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [follow],
  );

  useEffect(jump, [jump, anchor]);
  return { scroller, content, isAway, jump };
}
