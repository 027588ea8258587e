import type { AcpState, WatchTarget } from "@acp-store/core";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useAcpStore } from "./context.js";

/** Whether two values count as the same, so that nothing is rendered. Default: `Object.is`. */
export type Compare<Value> = (a: Value, b: Value) => boolean;

/**
 * Reads something from the state and renders again only when one of the targets has changed and
 * the value differs. `select` must depend on nothing but the state and `key`.
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
  const shown = useRef<{ readonly value: Value } | null>(null);
  const [current, initial] = useMemo(() => {
    const remembered = remember(select, compare, shown);
    return [
      () => remembered(read(store.getState())),
      () => remembered(read(store.getInitialState())),
    ] as const;
    // `read` is another function in each render, but reads the same thing for the same key.
    // oxlint-disable-next-line exhaustive-deps
  }, [store, key, select, compare]);
  const value = useSyncExternalStore(subscribe, current, initial);
  useEffect(() => {
    shown.current = { value };
  }, [value]);
  return value;
}

/**
 * Runs `select` once per input, so that one that builds something new each time cannot loop, and
 * keeps the value on the screen if the new one compares equal.
 */
function remember<Input, Value>(
  select: (input: Input) => Value,
  compare: Compare<Value>,
  shown: { readonly current: { readonly value: Value } | null },
): (input: Input) => Value {
  let last: { readonly input: Input; readonly value: Value } | undefined;
  return (input) => {
    if (last !== undefined && Object.is(last.input, input)) return last.value;
    const value = select(input);
    const kept = last ?? shown.current;
    last = { input, value: kept !== null && compare(kept.value, value) ? kept.value : value };
    return last.value;
  };
}

/** A selector that takes everything. */
export function whole<Value>(value: Value): Value {
  return value;
}

/** Whether two lists hold the same items in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
}
