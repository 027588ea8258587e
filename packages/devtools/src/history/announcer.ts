import type { Scheduler } from "@acp-store/core";

/** Tells listeners that something changed, once for all that came together. */
export interface Announcer {
  subscribe(listener: () => void): () => void;
  /** The scheduler decides when. */
  soon(): void;
  now(): void;
}

export function createAnnouncer(schedule: Scheduler): Announcer {
  const listeners = new Set<{ readonly listener: () => void }>();
  let scheduled = false;

  function now(): void {
    scheduled = false;
    const errors: unknown[] = [];
    for (const subscriber of [...listeners]) {
      if (!listeners.has(subscriber)) continue;
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
      // An object of its own, so that one function can be registered twice.
      const subscriber = { listener };
      listeners.add(subscriber);
      return () => void listeners.delete(subscriber);
    },
    soon: () => {
      if (scheduled || listeners.size === 0) return;
      scheduled = true;
      schedule(() => {
        if (scheduled) now();
      });
    },
    now,
  };
}
