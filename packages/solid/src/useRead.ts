import type { AcpState } from "@acp-store/core";
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
import { type Accessor, createMemo, createSignal, onCleanup } from "solid-js";
import { isServer } from "solid-js/web";
import { useSessionId, type SessionOptions, useViewAccessor } from "./context.js";

/** A function with the arguments of a read. */
export type ReadFunction<
  Read extends ReadFactory,
  Args extends readonly unknown[] = Parameters<Read>,
> = (...args: MaybeGetters<Args>) => Accessor<ValueOfRead<Read>>;

/** A function with the arguments of a read of a session, and options that name the session. */
export type SessionReadFunction<
  Read extends ReadFactory,
  Args extends readonly unknown[] = SessionReadArgs<Read>,
> = (
  ...args: [...args: MaybeGetters<Args>, options?: SessionOptions]
) => Accessor<ValueOfRead<Read>>;

/**
 * Returns the value of a read, and follows it until the owner is disposed. The function runs again when
 * a signal that it uses changes. All other functions follow a read in the same way.
 *
 * @throws AcpProviderError outside of a provider.
 *
 * @example
 * ```ts
 * const call = useRead(() => toolCallRead(props.sessionId, props.id));
 * ```
 */
export function useRead<Value>(getRead: () => StateRead<Value>): Accessor<Value> {
  return follow(useRead, getRead);
}

/**
 * Returns a value of the whole state, for values that no other function covers. The selector may use
 * signals. It runs after every change, so prefer a function that reads less.
 *
 * @throws AcpProviderError outside of a provider.
 *
 * @example
 * ```ts
 * const sessionCount = useAcpState((state) => state.sessions.size);
 * ```
 */
export function useAcpState<Value>(select: (state: AcpState) => Value): Accessor<Value> {
  const state = follow(useAcpState, () => acpStateRead((whole) => whole));
  return createMemo(() => select(state()), undefined, { equals: isSameValue });
}

/**
 * Returns a value of another store, such as the overview of several agents or a store of zustand, and
 * follows it until the owner is disposed. It needs no provider. Both functions may use signals.
 *
 * @example
 * ```ts
 * const inbox = useStoreValue(() => props.fleet.overview, (state) => state.inbox);
 * ```
 */
export function useStoreValue<State, Value>(
  getStore: () => StateStore<State>,
  select: (state: State) => Value,
): Accessor<Value> {
  const state = useSource(() => createStoreSource(getStore(), (whole) => whole));
  return createMemo(() => select(state()), undefined, { equals: isSameValue });
}

/** Returns the value of a read with the arguments of a function. */
export function followRead<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): Accessor<Value> {
  const [getArgs] = splitInputs<Args, never>(createRead.length, inputs, toValue);
  return follow(caller, () => createRead(...getArgs()));
}

/** Returns the value of a read of a session with the arguments of a function. */
export function followSessionRead<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (sessionId: string, ...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): Accessor<Value> {
  const [getArgs, options] = splitInputs<Args, SessionOptions>(
    createRead.length - 1,
    inputs,
    toValue,
  );
  const sessionId = useSessionId(caller, options);
  return follow(caller, () => createRead(sessionId(), ...getArgs()));
}

function follow<Value>(caller: Caller, getRead: () => StateRead<Value>): Accessor<Value> {
  const view = useViewAccessor(caller);
  return useSource(() => createReadSource(view(), getRead()));
}

/** Returns the value of a source, and follows it until the owner is disposed. */
export function useSource<Value>(getSource: () => ValueSource<Value>): Accessor<Value> {
  const followed = createMemo(() => {
    const source = getSource();
    const [value, setValue] = createSignal(source.get());
    // On a server, nothing runs again.
    if (!isServer) onCleanup(source.subscribe(() => setValue(() => source.get())));
    return value;
  });
  return () => followed()();
}
