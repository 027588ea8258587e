import { useEffect, useRef } from "react";

/** Escape stops the agent, unless something on the page had a use for the key. */
export function useStopKey(onStop: (() => void) | undefined): void {
  const stop = useRef(onStop);
  useEffect(() => {
    stop.current = onStop;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) stop.current?.();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
