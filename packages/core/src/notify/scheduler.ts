import { host } from "./environment.js";

/**
 * Decides when listeners run: called once when there is something to tell, it must call `flush`
 * later, or at once. The state itself is always current.
 *
 * @example
 * ```ts
 * const idle: Scheduler = (flush) => requestIdleCallback(flush);
 * createAcpStore({ scheduler: idle });
 * ```
 */
export type Scheduler = (flush: () => void) => void;

/** The schedulers that come with the store. */
export type SchedulerName = "sync" | "microtask" | "frame";

/** In a hidden tab no frames come; then listeners run after this many milliseconds. */
const HIDDEN_TAB_MS = 250;

const schedulers: Readonly<Record<SchedulerName, Scheduler>> = {
  sync: (flush) => flush(),
  microtask: (flush) => host.queueMicrotask(flush),
  frame: scheduleFrame,
};

function scheduleFrame(flush: () => void): void {
  const { requestAnimationFrame, cancelAnimationFrame } = host;
  if (requestAnimationFrame === undefined) return void host.setTimeout(flush, 16);
  const frame = requestAnimationFrame(() => {
    host.clearTimeout(timer);
    flush();
  });
  const timer = host.setTimeout(() => {
    cancelAnimationFrame?.(frame);
    flush();
  }, HIDDEN_TAB_MS);
}

/** By default listeners run once per frame where there are frames, else once per microtask. */
export function resolveScheduler(choice: SchedulerName | Scheduler | undefined): Scheduler {
  if (typeof choice === "function") return choice;
  return schedulers[choice ?? (host.requestAnimationFrame ? "frame" : "microtask")];
}
