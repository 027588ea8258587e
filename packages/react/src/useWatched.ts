import type { AcpState, WatchTarget } from "@acp-store/core";
import { useCallback } from "react";
import { useSyncExternalStoreWithSelector } from "use-sync-external-store/with-selector";
import { useAcpStore } from "./context.js";

/** Whether two values count as the same, so that nothing is rendered. Default: `Object.is`. */
export type Compare<Value> = (a: Value, b: Value) => boolean;

/**
 * Reads something from the state and renders again only when one of the targets has changed and
 * what is selected differs.
 */
export function useWatched<Input, Value>(
  targets: readonly WatchTarget[],
  read: (state: AcpState) => Input,
  select: (input: Input) => Value,
  compare: Compare<Value> = Object.is,
): Value {
  const store = useAcpStore();
  // Targets are small and made anew by each render; their text says whether they are the same.
  const key = JSON.stringify(targets);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = (JSON.parse(key) as WatchTarget[]).map((target) =>
        store.watch(target, listener),
      );
      return () => stops.forEach((stop) => stop());
    },
    [store, key],
  );
  return useSyncExternalStoreWithSelector(
    subscribe,
    () => read(store.getState()),
    () => read(store.getInitialState()),
    select,
    compare,
  );
}

/** A selector that takes everything. */
export function whole<Value>(value: Value): Value {
  return value;
}

/** Whether two lists hold the same items in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
}
