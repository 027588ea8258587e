import { useAcpView } from "@acp-store/react";
import { useEffect, useState } from "react";

/** Returns the number of seconds left until a time, in ms of the store's clock. */
export function useCountdown(until: number | undefined): number {
  const { now: getNow } = useAcpView();
  const [now, setNow] = useState(getNow);
  useEffect(() => {
    if (until === undefined) return undefined;
    const tick = (): void => setNow(getNow());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until, getNow]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
