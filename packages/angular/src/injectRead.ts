import type { AcpState } from "@acp-store/core";
import {
  acpStateRead,
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
import { computed, effect, type Signal, signal, untracked } from "@angular/core";
import {
  type AcpInjectOptions,
  type InjectFunction,
  injectSessionId,
  injectView,
  runWithInjector,
  type SessionOptions,
} from "./context.js";

/** A function with the arguments of a read, and options that name the injector. */
export type ReadFunction<
  Read extends ReadFactory,
  Args extends readonly unknown[] = Parameters<Read>,
> = (
  ...args: [...args: MaybeGetters<Args>, options?: AcpInjectOptions]
) => Signal<ValueOfRead<Read>>;

/** A function with the arguments of a read of a session, and options that name the session. */
export type SessionReadFunction<
  Read extends ReadFactory,
  Args extends readonly unknown[] = SessionReadArgs<Read>,
> = (...args: [...args: MaybeGetters<Args>, options?: SessionOptions]) => Signal<ValueOfRead<Read>>;

/**
 * Returns a signal of the value of a read, and follows it until the component or injector is
 * destroyed. The function runs again when a signal that it uses changes. All other functions that
 * return signals follow a read in the same way.
 *
 * @throws AcpProviderError if no store was provided.
 *
 * @example
 * ```ts
 * const id = input.required<string>();
 * const call = injectRead(() => toolCallRead("s1", id()));
 * ```
 */
export function injectRead<Value>(
  getRead: () => StateRead<Value>,
  options?: AcpInjectOptions,
): Signal<Value> {
  return follow(injectRead, options, () => getRead);
}

/**
 * Returns a signal of a value of the whole state, for values that no other function covers. The
 * selector may read signals. It runs after every change, so prefer a function that reads less.
 *
 * @throws AcpProviderError if no store was provided.
 *
 * @example
 * ```ts
 * const sessionCount = injectAcpState((state) => state.sessions.size);
 * ```
 */
export function injectAcpState<Value>(
  select: (state: AcpState) => Value,
  options?: AcpInjectOptions,
): Signal<Value> {
  const getRead = (): StateRead<AcpState> => acpStateRead((current) => current);
  const state = follow(injectAcpState, options, () => getRead);
  return computed(() => select(state()), { equal: isSameValue });
}

/**
 * Returns a signal of a value of another store, such as the overview of several agents or a store of
 * zustand, and follows it until the component or injector is destroyed. It needs no provider. Both
 * functions may read signals.
 *
 * @example
 * ```ts
 * const fleet = input.required<FleetView>();
 * const inbox = injectStoreValue(() => fleet().overview, (state) => state.inbox);
 * ```
 */
export function injectStoreValue<State, Value>(
  getStore: () => StateStore<State>,
  select: (state: State) => Value,
  options?: AcpInjectOptions,
): Signal<Value> {
  return runWithInjector(options, injectStoreValue, () => {
    const state = injectSource(() => createStoreSource(getStore(), (current) => current));
    return computed(() => select(state()), { equal: isSameValue });
  });
}

/** Returns a signal of the value of a read with the arguments of a function. */
export function followRead<Args extends readonly unknown[], Value>(
  caller: InjectFunction,
  createRead: (...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): Signal<Value> {
  const [getArgs, options] = splitInputs<Args, AcpInjectOptions>(
    createRead.length,
    inputs,
    toValue,
  );
  return follow(caller, options, () => () => createRead(...getArgs()));
}

/** Returns a signal of the value of a read of a session with the arguments of a function. */
export function followSessionRead<Args extends readonly unknown[], Value>(
  caller: InjectFunction,
  createRead: (sessionId: string, ...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): Signal<Value> {
  const [getArgs, options] = splitInputs<Args, SessionOptions>(
    createRead.length - 1,
    inputs,
    toValue,
  );
  return follow(caller, options, () => {
    const getSessionId = injectSessionId(caller, options);
    return () => createRead(getSessionId(), ...getArgs());
  });
}

/** Follows the read of a getter, which is made in the injection context of the options. */
function follow<Value>(
  caller: InjectFunction,
  options: AcpInjectOptions | undefined,
  injectGetRead: () => () => StateRead<Value>,
): Signal<Value> {
  return runWithInjector(options, caller, () => {
    const getRead = injectGetRead();
    const view = injectView(caller);
    return injectSource(() => createReadSource(view, getRead()));
  });
}

/** Returns a signal of the value of a source, which is chosen again when a signal of it changes. */
export function injectSource<Value>(getSource: () => ValueSource<Value>): Signal<Value> {
  const source = computed(getSource);
  const changes = signal(0);
  const update = (): void => changes.update((count) => count + 1);
  // Inputs have no values before the first change detection, which also runs the effect.
  effect((onCleanup) => {
    const current = source();
    onCleanup(untracked(() => current.subscribe(update)));
    // The value may have changed since it was last read.
    update();
  });
  return computed(() => {
    changes();
    return source().get();
  });
}
