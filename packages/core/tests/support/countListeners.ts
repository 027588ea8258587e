import type { AcpStore } from "@acp-store/core";

/** Wraps a store, so that it counts the listeners that it has. */
export function countListeners(store: AcpStore): {
  readonly store: AcpStore;
  readonly count: () => number;
} {
  let listeners = 0;
  const counted = (stop: () => void): (() => void) => {
    listeners += 1;
    return () => {
      listeners -= 1;
      stop();
    };
  };
  return {
    store: {
      ...store,
      watch: (target, listener) => counted(store.watch(target, listener)),
      subscribe: (...args: unknown[]) => counted(Reflect.apply(store.subscribe, store, args)),
    },
    count: () => listeners,
  };
}
