import type { AcpState, AcpView } from "@acp-store/core";
import {
  acpStateRead,
  type Caller,
  createReadSource,
  createStoreSource,
  isSameValue,
  type MaybeGetters,
  type ReadFactory,
  type SessionReadArgs,
  splitInputs,
  type StateRead,
  type StateStore,
  toValue,
  type ValueOfRead,
  type ValueSource,
} from "@acp-store/core/reads";
import { createSubscriber } from "svelte/reactivity";
import { getSessionIdGetter, getViewGetter, type SessionOptions } from "./context.js";

/** The value that a function of this package returns. */
export interface ReadValue<Value> {
  /**
   * The current value. A template, `$derived` or `$effect` that reads it runs again when it changes.
   * Destructuring reads it once.
   */
  readonly current: Value;
}

/** A function with the arguments of a read. */
export type ReadFunction<
  Read extends ReadFactory,
  Args extends readonly unknown[] = Parameters<Read>,
> = (...args: MaybeGetters<Args>) => ReadValue<ValueOfRead<Read>>;

/** A function with the arguments of a read of a session, and options that name the session. */
export type SessionReadFunction<
  Read extends ReadFactory,
  Args extends readonly unknown[] = SessionReadArgs<Read>,
> = (
  ...args: [...args: MaybeGetters<Args>, options?: SessionOptions]
) => ReadValue<ValueOfRead<Read>>;

/**
 * Returns the value of a read, and follows it while a component shows it. The second argument returns
 * the arguments of the read. It may use runes. All other functions follow a read in the same way.
 *
 * @throws AcpProviderError if no store was provided.
 *
 * @example
 * ```ts
 * const { sessionId, id }: { sessionId: string; id: string } = $props();
 * const call = useRead(toolCallRead, () => [sessionId, id]);
 * ```
 */
export function useRead<Value, Args extends readonly unknown[]>(
  createRead: (...args: Args) => StateRead<Value>,
  getArgs: () => readonly [...Args],
): ReadValue<Value> {
  return follow(useRead, createRead, getArgs);
}

/**
 * Returns a value of the whole state, for values that no other function covers. The selector may use
 * runes. It runs after every change, so prefer a function that reads less.
 *
 * @throws AcpProviderError if no store was provided.
 *
 * @example
 * ```ts
 * const sessionCount = useAcpState((state) => state.sessions.size);
 * ```
 */
export function useAcpState<Value>(select: (state: AcpState) => Value): ReadValue<Value> {
  const state = follow(useAcpState, acpStateRead<AcpState>, () => [(whole) => whole]);
  return {
    get current() {
      return select(state.current);
    },
  };
}

/**
 * Returns a value of another store, such as the overview of several agents or a store of zustand, and
 * follows it while a component shows it. It needs no provider. Both functions may use runes.
 *
 * @example
 * ```ts
 * const { fleet }: { fleet: FleetView } = $props();
 * const inbox = useStoreValue(() => fleet.overview, (state) => state.inbox);
 * ```
 */
export function useStoreValue<State, Value>(
  getStore: () => StateStore<State>,
  select: (state: State) => Value,
): ReadValue<Value> {
  const createSource = (store: StateStore<State>): ValueSource<State> =>
    createStoreSource(store, (whole) => whole);
  const state = useSource(createSource, () => [getStore()]);
  return {
    get current() {
      return select(state.current);
    },
  };
}

/** Returns the value of a read with the arguments of a function. */
export function followRead<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): ReadValue<Value> {
  const [getArgs] = splitInputs<Args, never>(createRead.length, inputs, toValue);
  return follow(caller, createRead, getArgs);
}

/** Returns the value of a read of a session with the arguments of a function. */
export function followSessionRead<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (sessionId: string, ...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): ReadValue<Value> {
  const [getArgs, options] = splitInputs<Args, SessionOptions>(
    createRead.length - 1,
    inputs,
    toValue,
  );
  const getSessionId = getSessionIdGetter(caller, options);
  return follow(caller, createRead, () => [getSessionId(), ...getArgs()]);
}

function follow<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (...args: Args) => StateRead<Value>,
  getArgs: () => readonly [...Args],
): ReadValue<Value> {
  const getView = getViewGetter(caller);
  return useSource(
    (view: AcpView, ...args: Args) => createReadSource(view, createRead(...args)),
    () => [getView(), ...getArgs()],
  );
}

/** Returns the value of a source, which is created again when one of its arguments changes. */
export function useSource<Value, Args extends readonly unknown[]>(
  createSource: (...args: Args) => ValueSource<Value>,
  getArgs: () => readonly [...Args],
): ReadValue<Value> {
  let known:
    | {
        readonly args: readonly [...Args];
        readonly source: ValueSource<Value>;
        readonly subscribe: () => void;
      }
    | undefined;
  return {
    get current() {
      const args = getArgs();
      if (known === undefined || !isSameValue(known.args, args)) {
        const source = createSource(...args);
        known = { args, source, subscribe: createSubscriber((update) => source.subscribe(update)) };
      }
      known.subscribe();
      return known.source.get();
    },
  };
}
