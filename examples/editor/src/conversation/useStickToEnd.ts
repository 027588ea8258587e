import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Somebody this near to the end reads the end. */
const NEAR_PX = 40;
/** A movement this soon after the user's hand was on the view is the user's. */
const HAND_MS = 300;
const HAND_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Goes on the element inside of the scroller. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  readonly isAway: boolean;
  jump(): void;
  /** Scrolls for another reason than that the user wants to. */
  scrollBy(run: () => void): void;
}

/** Follows what is added at the end while the user is there; a new `anchor` leads back. */
export function useStickToEnd(anchor: unknown): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  // How far the page itself has scrolled since the last event: the rest was the user.
  const ownWay = useRef(0);
  const [isAway, setIsAway] = useState(false);

  const scrollBy = useCallback((run: () => void) => {
    const before = scroller.current?.scrollTop ?? 0;
    run();
    ownWay.current += (scroller.current?.scrollTop ?? 0) - before;
  }, []);
  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element || !isStuck.current) return;
    scrollBy(() => {
      element.scrollTop = element.scrollHeight;
    });
  }, [scrollBy]);
  const jump = useCallback(() => {
    isStuck.current = true;
    follow();
  }, [follow]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const { scrollTop, scrollHeight, clientHeight: viewHeight } = element;
    let last = { top: scrollTop, height: scrollHeight, view: viewHeight };
    let handAt = -Infinity;
    const onHand = (event: Event): void => {
      const isDown = event instanceof WheelEvent && event.deltaY > 0;
      if (!isDown) handAt = event.timeStamp;
    };
    const onScroll = ({ timeStamp }: Event): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight: view } = element;
      const usersWay = top - last.top - ownWay.current;
      ownWay.current = 0;
      // Rows that become lower move the view too, and so does a view that becomes higher: where
      // any height has changed, what moved cannot tell who did it. A search in the page, or what
      // reads it aloud, moves without a hand.
      const isSame = height === last.height && view === last.view;
      const isUsers = usersWay < -1 && (isSame || timeStamp - handAt < HAND_MS);
      if (height - top - view < NEAR_PX) isStuck.current = true;
      else if (isUsers) isStuck.current = false;
      last = { top, height, view };
      setIsAway(!isStuck.current);
    };
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    element.addEventListener("scroll", onScroll, options);
    for (const type of HAND_EVENTS) element.addEventListener(type, onHand, options);
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

  useEffect(jump, [jump, anchor]);
  return { scroller, content, isAway, jump, scrollBy };
}
