import { useCallback, useSyncExternalStore } from "react";

/**
 * Returns whether a media query currently matches, for the page around the parts. The parts
 * themselves adapt to the width of their panel.
 *
 * @example
 * ```tsx
 * function Sessions() {
 *   const isWide = useMediaQuery("(min-width: 900px)");
 *   return isWide ? <aside>Sessions</aside> : <button>Sessions</button>;
 * }
 * ```
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
