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

/** Work that a flush causes, and takes longer than this many milliseconds, keeps frames waiting. */
const SLOW_MS = 32;
/** The longest time, in milliseconds, that is left to the page after slow work. */
const LONGEST_REST_MS = 250;

/**
 * Once per frame. After work that took longer than a frame, as much time is left to the page before
 * the next: so that it answers to the user, however much the agent sends.
 */
function frameScheduler(): Scheduler {
  let restMs = 0;
  function measured(flush: () => void): void {
    const begin = host.performance.now();
    // What listeners only start, such as the rendering of a framework, is over before a timer fires.
    host.setTimeout(() => {
      const tookMs = host.performance.now() - begin;
      restMs = tookMs > SLOW_MS ? Math.min(tookMs, LONGEST_REST_MS) : 0;
    }, 0);
    flush();
  }
  return (flush) => {
    const start = (): void => onFrame(() => measured(flush));
    if (restMs === 0) start();
    else host.setTimeout(start, restMs);
  };
}

function onFrame(run: () => void): void {
  const { requestAnimationFrame, cancelAnimationFrame } = host;
  if (requestAnimationFrame === undefined) return void host.setTimeout(run, 16);
  const frame = requestAnimationFrame(() => {
    host.clearTimeout(timer);
    run();
  });
  const timer = host.setTimeout(() => {
    cancelAnimationFrame?.(frame);
    run();
  }, HIDDEN_TAB_MS);
}

/** By default listeners run once per frame where there are frames, else once per microtask. */
export function resolveScheduler(choice: SchedulerName | Scheduler | undefined): Scheduler {
  if (typeof choice === "function") return choice;
  switch (choice ?? (host.requestAnimationFrame ? "frame" : "microtask")) {
    case "sync":
      return (flush) => flush();
    case "frame":
      return frameScheduler();
    default:
      return (flush) => host.queueMicrotask(flush);
  }
}
