import type { AcpState, AcpView } from "@acp-store/core";
import {
  acpStateRead,
  isSameValue,
  type StateRead,
  type ValueSource,
  watchTargets,
} from "@acp-store/core/reads";
import { useMemo } from "react";
import { useSyncExternalStoreWithSelector } from "use-sync-external-store/with-selector";
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

const STATE: StateRead<AcpState> = /* @__PURE__ */ acpStateRead((state) => state);

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
  return useRead(STATE, options);
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
  const source = useMemo(() => createStateSource(store, JSON.parse(key)), [store, key]);
  return useSelected(source, (state) => read(state, store), options);
}

/** Reads a part of a source. Renders again only if the selected value differs. */
export function useSelected<State, Input, Value>(
  { subscribe, get, getInitial }: ValueSource<State>,
  readInput: (state: State) => Input,
  options: SelectorOrOptions<Input, Value> | undefined,
): Value {
  const { select, equalityFn = isSameValue } = normalizeOptions(options);
  return useSyncExternalStoreWithSelector(
    subscribe,
    get,
    getInitial,
    (state) => select(readInput(state)),
    equalityFn,
  );
}

/** Presents the state of a store as a source whose listeners run when one of the targets changes. */
function createStateSource(
  store: AcpView,
  { targets }: Pick<StateRead<unknown>, "targets">,
): ValueSource<AcpState> {
  return {
    get: store.getState,
    getInitial: store.getInitialState,
    subscribe: (listener) => watchTargets(store, targets, listener),
  };
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
