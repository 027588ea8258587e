import { useCallback, useEffect, useState } from "react";
import { checkConformance, type Conformance } from "../model/conformance.js";
import type { PanelSource } from "../model/source.js";

/** The conformance check of a log. */
export interface ConformanceCheck {
  /** The result of the last check. */
  readonly conformance: Conformance | undefined;
  readonly isChecking: boolean;
  /** The reason that the last check failed. */
  readonly checkError: string | undefined;
  /** Loads the check, if this is the first one, and checks all messages. */
  readonly runCheck: () => void;
}

/** Checks a log when `runCheck` is called. */
export function useConformance(source: PanelSource): ConformanceCheck {
  const [conformance, setConformance] = useState<Conformance>();
  const [isChecking, setIsChecking] = useState(false);
  const [checkError, setCheckError] = useState<string>();
  const runCheck = useCallback(() => {
    setIsChecking(true);
    setCheckError(undefined);
  }, []);

  useEffect(() => {
    if (!isChecking) return undefined;
    let isCurrent = true;
    const fail = (error: unknown): void =>
      setCheckError(error instanceof Error ? error.message : String(error));
    // The timeout lets the browser paint the panel before the check, which blocks the page.
    const timer = setTimeout(() => {
      void checkConformance(source)
        .then((result) => isCurrent && setConformance(result))
        .catch((error: unknown) => isCurrent && fail(error))
        .finally(() => isCurrent && setIsChecking(false));
    }, 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source, isChecking]);

  return { conformance, isChecking, checkError, runCheck };
}
