import type { AcpState, AcpView } from "@acp-store/core";
import {
  acpStateRead,
  type Caller,
  isSameValue,
  type ReadFactory,
  type SessionReadArgs,
  splitInputs,
  type StateRead,
  type ValueOfRead,
  type ValueSource,
  watchTargets,
} from "@acp-store/core/reads";
import { useMemo } from "react";
import { useSyncExternalStoreWithSelector } from "use-sync-external-store/with-selector";
import { type SessionOption, useNamedSession, useView } from "./context.js";

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

/** A hook with the arguments of a read, and a selector or options. */
export type ReadHook<
  Read extends ReadFactory,
  Args extends readonly unknown[] = Parameters<Read>,
> = <Value = ValueOfRead<Read>>(
  ...args: [...args: Args, options?: SelectorOrOptions<ValueOfRead<Read>, Value>]
) => Value;

/** A hook with the arguments of a read of a session, and a selector or options. */
export type SessionReadHook<
  Read extends ReadFactory,
  Args extends readonly unknown[] = SessionReadArgs<Read>,
> = <Value = ValueOfRead<Read>>(
  ...args: [...args: Args, options?: SessionSelectorOrOptions<ValueOfRead<Read>, Value>]
) => Value;

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
  return useStateRead(useAcpState, STATE, options);
}

/** Returns the value of a read with the arguments of a hook. */
export function useRead<Args extends readonly unknown[], Input, Value>(
  caller: Caller,
  createRead: (...args: Args) => StateRead<Input>,
  inputs: readonly [...args: Args, options?: SelectorOrOptions<Input, Value>],
): Value {
  const count = createRead.length;
  const [getArgs, options] = splitInputs<Args, SelectorOrOptions<Input, Value>>(count, inputs);
  return useStateRead(caller, createRead(...getArgs()), options);
}

/** Returns the value of a read of a session with the arguments of a hook. */
export function useSessionRead<Args extends readonly unknown[], Input, Value>(
  caller: Caller,
  createRead: (sessionId: string, ...args: Args) => StateRead<Input>,
  inputs: readonly [...args: Args, options?: SessionSelectorOrOptions<Input, Value>],
): Value {
  const count = createRead.length - 1;
  const [getArgs, options] = splitInputs<Args, SessionSelectorOrOptions<Input, Value>>(
    count,
    inputs,
  );
  const sessionId = useNamedSession(caller, options);
  return useStateRead(caller, createRead(sessionId, ...getArgs()), options);
}

/**
 * Reads a part of the state. Renders again only if one of the read's targets changed and the selected
 * value differs.
 */
function useStateRead<Input, Value>(
  caller: Caller,
  { targets, read }: StateRead<Input>,
  options: SelectorOrOptions<Input, Value> | undefined,
): Value {
  const store = useView(caller);
  // Each render creates new targets. Their text shows whether they are the same.
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
