import { AcpStoreError } from "../errors.js";
import { host } from "./environment.js";

/**
 * Decides when listeners run. The store calls it once when listeners are waiting; it must call
 * `flush` later or immediately. The state itself is always current.
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

/** A hidden tab renders no frames. Listeners then run after this many milliseconds. */
const HIDDEN_TAB_INTERVAL_MS = 250;

/** A flush that keeps the thread busy for more than this many milliseconds delays the next one. */
const SLOW_FLUSH_MS = 32;
/** The longest delay after a slow flush, in milliseconds. */
const MAX_DELAY_MS = 250;

/**
 * Flushes once per frame. A flush that took longer than a frame delays the next one by the same
 * time, so that the page keeps responding to the user while an agent floods it.
 */
function frameScheduler(): Scheduler {
  let delayMs = 0;
  function measuredFlush(flush: () => void): void {
    const begin = monotonicNow();
    // A timer fires after the work that listeners only start, such as the rendering of a framework.
    host.setTimeout?.(() => {
      const elapsedMs = monotonicNow() - begin;
      delayMs = elapsedMs > SLOW_FLUSH_MS ? Math.min(elapsedMs, MAX_DELAY_MS) : 0;
    }, 0);
    flush();
  }
  return (flush) => {
    const start = (): void => onFrame(() => measuredFlush(flush));
    if (delayMs === 0) start();
    else host.setTimeout?.(start, delayMs);
  };
}

function onFrame(run: () => void): void {
  const { requestAnimationFrame, cancelAnimationFrame } = host;
  if (requestAnimationFrame === undefined) return void host.setTimeout?.(run, 16);
  const frame = requestAnimationFrame(() => {
    host.clearTimeout?.(timer);
    run();
  });
  const timer = host.setTimeout?.(() => {
    cancelAnimationFrame?.(frame);
    run();
  }, HIDDEN_TAB_INTERVAL_MS);
}

function monotonicNow(): number {
  return host.performance?.now() ?? Date.now();
}

function onMicrotask(run: () => void): void {
  if (host.queueMicrotask !== undefined) host.queueMicrotask(run);
  // An error of a listener becomes an unhandled rejection.
  else void Promise.resolve().then(run);
}

/** Returns the scheduler for an option. Default: per frame in a browser, else per microtask. */
export function resolveScheduler(choice: SchedulerName | Scheduler | undefined): Scheduler {
  if (typeof choice === "function") return choice;
  const hasTimers = host.setTimeout !== undefined;
  switch (choice ?? (host.requestAnimationFrame && hasTimers ? "frame" : "microtask")) {
    case "sync":
      return (flush) => flush();
    case "frame":
      if (hasTimers) return frameScheduler();
      throw new AcpStoreError(
        "no_timers",
        `[acp-store] The scheduler "frame" needs setTimeout, which does not exist here. Pass "microtask", "sync" or a function.`,
      );
    default:
      return onMicrotask;
  }
}
