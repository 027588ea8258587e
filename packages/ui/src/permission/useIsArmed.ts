import { useEffect, useState } from "react";

/**
 * The delay before a request accepts an answer. It ignores clicks and keys meant for something
 * else.
 */
export const ARMED_AFTER_MS = 450;

/** Returns whether `layout`, the order of the requests, has been unchanged for the whole delay. */
export function useIsArmed(layout: string): boolean {
  const [armedLayout, setArmedLayout] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setArmedLayout(layout), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [layout]);
  return armedLayout === layout;
}
