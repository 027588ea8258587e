import { useEffect, useState } from "react";
import { type Conformance, conformanceOf } from "../model/conformance.js";
import type { HistorySnapshot } from "../../history/types.js";
import type { Source } from "../model/source.js";

/** Of more entries the page would stand still for too long: then the user is asked first. */
const MOST = 20_000;

/** What a check of the log has found, and how to do one. A log that is over is checked by itself. */
export function useConformance(
  { history }: Source,
  { first, end, isDetached }: HistorySnapshot,
): readonly [Conformance | undefined, () => void] {
  const [checked, setChecked] = useState<Conformance>();
  const check = (): void => setChecked(conformanceOf(history));
  const isDue = isDetached && end > first && end - first <= MOST && checked?.end !== end;

  useEffect(() => {
    if (!isDue) return undefined;
    // The panel is there first.
    const timer = setTimeout(() => setChecked(conformanceOf(history)), 0);
    return () => clearTimeout(timer);
  }, [history, isDue]);

  return [checked, check];
}
