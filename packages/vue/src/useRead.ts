import type { AcpState } from "@acp-store/core";
import {
  acpStateRead,
  type Caller,
  createReadSource,
  createStoreSource,
  isSameValue,
  type ReadFactory,
  type SessionReadArgs,
  splitInputs,
  type StateRead,
  type StateStore,
  type ValueOfRead,
  type ValueSource,
} from "@acp-store/core/reads";
import {
  computed,
  type ComputedRef,
  type MaybeRefOrGetter,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from "vue";
import { injectSessionId, injectView, type SessionOptions } from "./context.js";

/** The current value of a read. Snapshots are immutable, so the ref is shallow. */
export interface ReadRef<Value> extends Readonly<ShallowRef<Value>> {}

/** Arguments, each of which is a value, a ref or a getter. */
export type MaybeRefs<Args extends readonly unknown[]> = {
  [Index in keyof Args]: MaybeRefOrGetter<Args[Index]>;
};

/**
 * Returns the value of a read, and follows it until the component is unmounted. The getter runs again
 * when a ref that it uses changes. All other composables follow a read in the same way.
 *
 * @throws AcpProviderError if no store was provided.
 *
 * @example
 * ```ts
 * const props = defineProps<{ sessionId: string; id: string }>();
 * const call = useRead(() => toolCallRead(props.sessionId, props.id));
 * ```
 */
export function useRead<Value>(getRead: () => StateRead<Value>): ReadRef<Value> {
  return follow(useRead, getRead);
}

const STATE: StateRead<AcpState> = /* @__PURE__ */ acpStateRead((state) => state);

/**
 * Returns a value of the whole state, for values that no other composable covers. The selector runs
 * after every change, and when a ref that it uses changes, so prefer a composable that reads less.
 *
 * @throws AcpProviderError if no store was provided.
 *
 * @example
 * ```ts
 * const sessionCount = useAcpState((state) => state.sessions.size);
 * ```
 */
export function useAcpState<Value>(select: (state: AcpState) => Value): ComputedRef<Value> {
  return selectFrom(
    follow(useAcpState, () => STATE),
    select,
  );
}

/**
 * Returns a value of another store, such as the overview of several agents or a store of zustand, and
 * follows it until the component is unmounted. It needs no provider. Both functions run again when a ref
 * that they use changes.
 *
 * @example
 * ```ts
 * const props = defineProps<{ fleet: FleetView }>();
 * const inbox = useStoreValue(() => props.fleet.overview, (state) => state.inbox);
 * ```
 */
export function useStoreValue<State, Value>(
  getStore: () => StateStore<State>,
  select: (state: State) => Value,
): ComputedRef<Value> {
  return selectFrom(
    useSource(() => createStoreSource(getStore(), (state) => state)),
    select,
  );
}

function selectFrom<State, Value>(
  state: ReadRef<State>,
  select: (state: State) => Value,
): ComputedRef<Value> {
  return computed<Value>((previous) => {
    const value = select(state.value);
    return previous !== undefined && isSameValue(previous, value) ? previous : value;
  });
}

/** A composable with the arguments of a read. */
export type Composable<
  Read extends ReadFactory,
  Args extends readonly unknown[] = Parameters<Read>,
> = (...args: MaybeRefs<Args>) => ReadRef<ValueOfRead<Read>>;

/** A composable with the arguments of a read of a session, and options that name the session. */
export type SessionComposable<
  Read extends ReadFactory,
  Args extends readonly unknown[] = SessionReadArgs<Read>,
> = (...args: [...args: MaybeRefs<Args>, options?: SessionOptions]) => ReadRef<ValueOfRead<Read>>;

/** Returns the value of a read with the arguments of a composable. */
export function followRead<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): ReadRef<Value> {
  const [getArgs] = splitInputs<Args, never>(createRead.length, inputs, toValue);
  return follow(caller, () => createRead(...getArgs()));
}

/** Returns the value of a read of a session with the arguments of a composable. */
export function followSessionRead<Args extends readonly unknown[], Value>(
  caller: Caller,
  createRead: (sessionId: string, ...args: Args) => StateRead<Value>,
  inputs: readonly unknown[],
): ReadRef<Value> {
  const count = createRead.length - 1;
  const [getArgs, options] = splitInputs<Args, SessionOptions>(count, inputs, toValue);
  const getSessionId = injectSessionId(caller, options);
  return follow(caller, () => createRead(getSessionId(), ...getArgs()));
}

function follow<Value>(caller: Caller, getRead: () => StateRead<Value>): ReadRef<Value> {
  const view = injectView(caller);
  return useSource(() => createReadSource(view, getRead()));
}

/** Returns the value of a source, and follows it until the component is unmounted. */
export function useSource<Value>(getSource: () => ValueSource<Value>): ReadRef<Value> {
  const source = computed(getSource);
  const value = shallowRef(source.value.get());
  // A synchronous watcher also ends after the rendering on a server.
  watch(
    source,
    (current, _previous, onCleanup) => {
      const update = (): void => void (value.value = current.get());
      update();
      onCleanup(current.subscribe(update));
    },
    { immediate: true, flush: "sync" },
  );
  return value;
}
