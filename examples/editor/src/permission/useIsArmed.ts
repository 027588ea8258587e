import { useEffect, useState } from "react";

/** A click or key that was meant for what stood here before must not answer. */
export const ARMED_AFTER_MS = 450;

/** Whether the same requests have stood in the same places for long enough to be answered. */
export function useIsArmed(places: string): boolean {
  const [armed, setArmed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setArmed(places), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [places]);
  return armed === places;
}
