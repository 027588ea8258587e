import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Within this distance the view counts as scrolled to the end. */
const NEAR_END_PX = 40;
/** A scroll this soon after user input is attributed to the user. */
const INPUT_MS = 300;
const INPUT_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface StickToBottom {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The ref callback of the content element inside the scroller. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  /** Whether the user has scrolled away from the end. */
  readonly isScrolledUp: boolean;
  jumpToEnd(): void;
  /** Must be called before a programmatic scroll away from the end. */
  leaveEnd(): void;
  /** Runs a programmatic scroll, so that it is not mistaken for the user's. */
  scrollBy(run: () => void): void;
  /** Must be called when the height of the rows was changed, even if it is changed back immediately. */
  onResize(): void;
}

/** Keeps the view at the end unless the user scrolls up. A new `anchor` scrolls back to the end. */
export function useStickToBottom(anchor: unknown): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  // The distance scrolled by the page itself since the last event. The user scrolled the rest.
  const programmaticScroll = useRef(0);
  const hasResized = useRef(false);
  const [isScrolledUp, setIsScrolledUp] = useState(false);

  const scrollBy = useCallback((run: () => void) => {
    const before = scroller.current?.scrollTop ?? 0;
    run();
    programmaticScroll.current += (scroller.current?.scrollTop ?? 0) - before;
  }, []);
  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // Rows that shrink may bring the end into view without a scroll.
    isStuck.current ||= isNearEnd(element);
    setIsScrolledUp(!isStuck.current);
    if (!isStuck.current) return;
    scrollBy(() => {
      element.scrollTop = element.scrollHeight;
    });
  }, [scrollBy]);
  const onResize = useCallback(() => {
    hasResized.current = true;
    // The scroll events of a frame come before its callbacks.
    requestAnimationFrame(() => (hasResized.current = false));
  }, []);
  const jumpToEnd = useCallback(() => {
    isStuck.current = true;
    follow();
  }, [follow]);

  const leaveEnd = useCallback(() => {
    isStuck.current = false;
    setIsScrolledUp(true);
  }, []);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const { scrollTop, scrollHeight, clientHeight: viewHeight } = element;
    let last = { top: scrollTop, height: scrollHeight, view: viewHeight };
    let lastInputAt = -Infinity;
    const onInput = (event: Event): void => {
      const isDown = event instanceof WheelEvent && event.deltaY > 0;
      if (!isDown) lastInputAt = event.timeStamp;
    };
    const onScroll = ({ timeStamp }: Event): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight: view } = element;
      const distance = top - last.top - programmaticScroll.current;
      programmaticScroll.current = 0;
      // Shrinking rows and a growing view also cause scroll events. So if a height has changed,
      // only recent input attributes the scroll to the user. If no height has changed, input is
      // not required, because the browser's search and screen readers scroll without any. Rows that
      // shrink and grow again between two frames leave no trace except `onResize`.
      const isSameHeight = height === last.height && view === last.view && !hasResized.current;
      const isByUser = distance < -1 && (isSameHeight || timeStamp - lastInputAt < INPUT_MS);
      if (isNearEnd(element)) isStuck.current = true;
      else if (isByUser) isStuck.current = false;
      last = { top, height, view };
      setIsScrolledUp(!isStuck.current);
    };
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    element.addEventListener("scroll", onScroll, options);
    for (const type of INPUT_EVENTS) element.addEventListener(type, onInput, options);
    return () => {
      observer.disconnect();
      stop.abort();
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

  useEffect(jumpToEnd, [jumpToEnd, anchor]);
  return { scroller, content, isScrolledUp, jumpToEnd, leaveEnd, scrollBy, onResize };
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
}
