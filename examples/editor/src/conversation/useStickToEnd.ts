import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Somebody this near to the end reads the end. */
const NEAR_PX = 40;

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
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = element;
      const usersWay = top - last.top - ownWay.current;
      ownWay.current = 0;
      // What was added since the last frame moves the end away, what was taken away moves the view,
      // and so does the browser where the view itself grows: none of these is the user.
      const isUsers = usersWay < -1 && height >= last.height && clientHeight === last.view;
      if (height - top - clientHeight < NEAR_PX) isStuck.current = true;
      else if (isUsers) isStuck.current = false;
      last = { top, height, view: clientHeight };
      setIsAway(!isStuck.current);
    };
    const observer = new ResizeObserver(follow);
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
  return { scroller, content, isAway, jump, scrollBy };
}
