import { useEffect, useState } from "react";
import { type Conformance, createConformanceCheck } from "../model/conformance.js";
import type { PanelSource } from "../model/source.js";

/** The conformance check of a log. */
export interface ConformanceResult {
  /** The findings so far. `undefined` until the first messages are checked. */
  readonly conformance: Conformance | undefined;
  /** Whether messages are left to check. */
  readonly isChecking: boolean;
  /** The reason that the check stopped. */
  readonly checkError: string | undefined;
}

/** The time for checking without a break, in ms. It keeps the page responsive. */
const SLICE_MS = 8;
/** The pause between two slices, in ms. */
const BREAK_MS = 8;
/** The interval at which a log that grows is checked, in ms. */
const INTERVAL_MS = 500;

const NOT_CHECKED: ConformanceResult = {
  conformance: undefined,
  isChecking: true,
  checkError: undefined,
};

/** Checks a log, and each message that is added to it. */
export function useConformance(source: PanelSource): ConformanceResult {
  const [result, setResult] = useState(NOT_CHECKED);

  useEffect(() => {
    const { history } = source;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    let unsubscribe = (): void => {};

    function fail(error: unknown): void {
      unsubscribe();
      const checkError = error instanceof Error ? error.message : String(error);
      setResult((last) => ({ ...last, isChecking: false, checkError }));
    }

    createConformanceCheck(source)
      .then((check) => {
        if (isStopped) return;
        const step = (): void => {
          timer = undefined;
          try {
            if (!check.advance(performance.now() + SLICE_MS)) return schedule(BREAK_MS);
            setResult({ conformance: check.read(), isChecking: false, checkError: undefined });
          } catch (error) {
            fail(error);
          }
        };
        const schedule = (pause: number): void => {
          timer ??= setTimeout(step, pause);
        };
        unsubscribe = history.subscribe(() => schedule(INTERVAL_MS));
        schedule(0);
      })
      .catch(fail);
    return () => {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    };
  }, [source]);

  return result;
}
