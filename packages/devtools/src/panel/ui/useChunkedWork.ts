import { useEffect, useState } from "react";

/**
 * Runs a step of long work with each render, and renders again until the work is done. Input and
 * painting happen between the steps.
 *
 * @param step Runs the next step and returns whether the work is done.
 * @returns Whether the work is done.
 */
export function useChunkedWork(step: () => boolean): boolean {
  const [, setSteps] = useState(0);
  const isDone = step();

  useEffect(() => {
    if (isDone) return undefined;
    const timer = setTimeout(() => setSteps((steps) => steps + 1), 0);
    return () => clearTimeout(timer);
  });

  return isDone;
}
