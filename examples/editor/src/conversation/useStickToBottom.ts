import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const NEAR_PX = 40;

interface StickToBottom {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** The user reads further up. */
  readonly isAway: boolean;
  jump(): void;
}

/** Follows what is added at the bottom while the user is there; a new `anchor` leads back. */
export function useStickToBottom(anchor: unknown): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const jump = useCallback(() => {
    const element = scroller.current;
    isStuck.current = true;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return undefined;
    let lastTop = element.scrollTop;
    const onScroll = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      // What was added since the last frame moves the end away, but not the user.
      if (isNear) isStuck.current = true;
      else if (scrollTop < lastTop) isStuck.current = false;
      lastTop = scrollTop;
      setIsAway(!isStuck.current);
    };
    const follow = (): void => {
      if (isStuck.current) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    observer.observe(inner);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);

  useEffect(jump, [jump, anchor]);
  return { scroller, content, isAway, jump };
}
