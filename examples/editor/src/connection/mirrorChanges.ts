import type { AcpState } from "@acp-store/core";
import type { Mirror, MirrorStatus } from "@acp-store/mirror";

/** The time for which an action waits for another tab to take over, in ms. */
const TAKEOVER_MS = 10_000;

/** Resolves when a condition about the state is met, or when the signal is aborted. */
export function whenState(
  mirror: Mirror,
  matches: (state: AcpState) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      resolve();
    };
    const check = (state: AcpState): void => (matches(state) ? end() : undefined);
    const unsubscribe = mirror.subscribe(check);
    signal.addEventListener("abort", end, { once: true });
    check(mirror.getState());
  });
}

const WITHOUT_OWNER: readonly MirrorStatus[] = ["connecting", "stale", "waiting"];

/** Resolves when there is an owner, or after a while, so that an action reports why it cannot run. */
export function whenLive(mirror: Mirror): Promise<void> {
  if (!WITHOUT_OWNER.includes(mirror.status)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, TAKEOVER_MS);
    const stop = mirror.onStatus((status) => {
      if (!WITHOUT_OWNER.includes(status)) end();
    });
  });
}
