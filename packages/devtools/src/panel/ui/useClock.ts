import { useEffect, useState } from "react";
import type { History } from "../../history/types.js";

const TICK_MS = 1000;

/** Renders once per second while the present of a growing log is shown, whose times grow with it. */
export function useClock({ getSnapshot }: History): void {
  const [, setTicks] = useState(0);
  const { isDetached, position } = getSnapshot();
  const isRunning = !isDetached && position === undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}
