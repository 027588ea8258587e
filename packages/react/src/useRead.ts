import type { AcpState, AcpView } from "@acp-store/core";
import { isSameValue, type StateRead, type ValueSource, watchTargets } from "@acp-store/core/reads";
import { useMemo } from "react";
import type { StoreApi } from "zustand";
import { useStoreWithEqualityFn } from "zustand/traditional";
import { type SessionOption, useAcpView } from "./context.js";

/** The options of a hook that reads the state. */
export interface ReadOptions<Input, Value> {
  /** Picks the value to return. Default: everything that the hook reads. */
  readonly select?: (input: Input) => Value;
  /**
   * Returns whether two selected values count as equal, so that nothing renders. Default:
   * `Object.is`, and for two arrays whether they hold the same items.
   */
  readonly equalityFn?: (a: Value, b: Value) => boolean;
}

/** The options of a hook that reads one session. */
export interface SessionReadOptions<Input, Value>
  extends ReadOptions<Input, Value>,
    SessionOption {}

/** The last argument of every hook: a selector, or options. */
export type SelectorOrOptions<Input, Value> = ((input: Input) => Value) | ReadOptions<Input, Value>;

/** The last argument of a hook that reads one session: a selector, or options. */
export type SessionSelectorOrOptions<Input, Value> =
  | ((input: Input) => Value)
  | SessionReadOptions<Input, Value>;

/**
 * Returns a value of the whole state, for reads that no other hook covers. The selector runs after
 * every change, so prefer a hook that reads less.
 *
 * @example
 * ```tsx
 * function SessionCount() {
 *   return <b>{useAcpState((state) => state.sessions.size)}</b>;
 * }
 * ```
 */
export function useAcpState<Value = AcpState>(options?: SelectorOrOptions<AcpState, Value>): Value {
  return useSelected(useAcpView(), identity, options);
}

/**
 * Reads a part of the state. Renders again only if one of the read's targets changed and the selected
 * value differs.
 */
export function useRead<Input, Value>(
  { targets, read }: StateRead<Input>,
  options: SelectorOrOptions<Input, Value> | undefined,
): Value {
  const store = useAcpView();
  // Each render creates new targets. Their text tells whether they are the same.
  const key = JSON.stringify({ targets });
  const view = useMemo(() => createView(store, JSON.parse(key)), [store, key]);
  return useSelected(view, (state) => read(state, store), options);
}

/** Reads a part of a store. Renders again only if the selected value differs. */
export function useSelected<State, Input, Value>(
  view: StoreView<State>,
  readInput: (state: State) => Input,
  options: SelectorOrOptions<Input, Value> | undefined,
): Value {
  const { select, equalityFn = isSameValue } = normalizeOptions(options);
  return useStoreWithEqualityFn(view, (state) => select(readInput(state)), equalityFn);
}

/** The part of zustand's store API that its hooks use. */
export type StoreView<State> = Pick<StoreApi<State>, "getState" | "getInitialState" | "subscribe">;

/** Presents a source as a zustand store. */
export function toStoreView<State>({
  get,
  getInitial,
  subscribe,
}: ValueSource<State>): StoreView<State> {
  return {
    getState: get,
    getInitialState: getInitial,
    subscribe(listener) {
      let state = get();
      return subscribe(() => {
        const previous = state;
        state = get();
        listener(state, previous);
      });
    },
  };
}

/** Presents some targets of a store as a zustand store: its listeners run when one changes. */
function createView(
  store: AcpView,
  { targets }: Pick<StateRead<unknown>, "targets">,
): StoreView<AcpState> {
  return toStoreView({
    get: store.getState,
    getInitial: store.getInitialState,
    subscribe: (listener) => watchTargets(store, targets, listener),
  });
}

/** Without a selector, `Value` is `Input`: the default of each hook's type parameter. */
function normalizeOptions<Input, Value>(
  options: SelectorOrOptions<Input, Value> | undefined,
): ReadOptions<Input, Value> & { readonly select: (input: Input) => Value } {
  if (typeof options === "function") return { select: options };
  return { ...options, select: options?.select ?? (identity as (input: Input) => Value) };
}

function identity<Value>(value: Value): Value {
  return value;
}
