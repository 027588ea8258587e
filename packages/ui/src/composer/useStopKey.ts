import { useEffect, useRef } from "react";

/** Calls `onStop` when Escape is pressed, unless another listener handled the key. */
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
