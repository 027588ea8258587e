import { useEffect, useState } from "react";

/**
 * The delay before a request accepts an answer, in ms. Before that, a click or key was probably
 * intended for something else that was in the same place.
 */
export const ARMED_AFTER_MS = 450;

/**
 * Returns whether the requests accept an answer: whether `layout`, which names them in their order,
 * has not changed for 450 ms.
 */
export function useIsArmed(layout: string): boolean {
  const [armedLayout, setArmedLayout] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setArmedLayout(layout), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [layout]);
  return armedLayout === layout;
}
