import type { Scheduler } from "@acp-store/core";

/** Runs once per animation frame in browsers, and once per microtask elsewhere. */
export const frameOrMicrotask: Scheduler = (flush) => {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(() => flush());
  else queueMicrotask(flush);
};

/** The listeners of a history. */
export interface Notifier {
  /** Adds a listener. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Schedules one notification. Calls before the scheduler runs have no further effect. */
  schedule(): void;
  /** Calls all listeners immediately. If listeners throw, the others still run. */
  notify(): void;
}

export function createNotifier(scheduler: Scheduler): Notifier {
  const subscribers = new Set<{ readonly listener: () => void }>();
  let isScheduled = false;

  function notify(): void {
    isScheduled = false;
    const errors: unknown[] = [];
    for (const subscriber of [...subscribers]) {
      // An earlier listener may have removed this one.
      if (!subscribers.has(subscriber)) continue;
      try {
        subscriber.listener();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, "[acp-store] Several listeners threw.");
  }

  return {
    subscribe: (listener) => {
      // The wrapper object allows the same function to subscribe twice.
      const subscriber = { listener };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    schedule: () => {
      if (isScheduled || subscribers.size === 0) return;
      isScheduled = true;
      scheduler(() => {
        if (isScheduled) notify();
      });
    },
    notify,
  };
}
