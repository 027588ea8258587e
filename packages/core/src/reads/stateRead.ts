import type { WatchTarget } from "../notify/watchers.js";
import type { AcpState } from "../state/state.js";
import type { AcpView, ReadableAcpStore } from "../store/view.js";

/**
 * A part of the state that a user interface shows: the parts to watch, and the way to read it. The
 * hooks of `@acp-store/react` and the adapters of other frameworks are built on reads.
 */
export interface StateRead<Value> {
  /** The parts of the state that can change the value. Absent: any part can. */
  readonly targets?: readonly WatchTarget[];
  /** Returns the value in a state of the view. Its actions, such as `respond`, act on the view. */
  readonly read: (state: AcpState, view: AcpView) => Value;
}

/** A value that changes, for the reactive primitives of a framework. */
export interface ValueSource<Value> {
  /** Returns the current value. It keeps its reference while it is the same. */
  get(): Value;
  /** Returns the value on a server and during hydration. */
  getInitial(): Value;
  /** Calls a listener when the value has changed. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

/**
 * Calls a listener when one of the targets of a read changes. The value of the read may still be the
 * same. Without targets, every change calls it. Returns a function that removes the listener.
 *
 * @example
 * ```ts
 * const { targets } = toolCallRead("s1", "call_1");
 * const stop = watchTargets(store, targets, () => console.log("changed"));
 * ```
 */
export function watchTargets(
  store: ReadableAcpStore,
  targets: readonly WatchTarget[] | undefined,
  listener: () => void,
): () => void {
  if (targets === undefined) return store.subscribe(listener);
  const stops = targets.map((target) => store.watch(target, listener));
  return () => stops.forEach((stop) => stop());
}

/**
 * Creates a source of the value of a read. Its listeners run only when the value differs.
 *
 * @example
 * ```ts
 * const call = createReadSource(store, toolCallRead("s1", "call_1"));
 * const stop = call.subscribe(() => console.log(call.get()?.phase));
 * ```
 */
export function createReadSource<Value>(
  view: AcpView,
  { targets, read }: StateRead<Value>,
): ValueSource<Value> {
  const { getState, getInitialState } = view;
  const subscribe = (listener: () => void): (() => void) => watchTargets(view, targets, listener);
  return createStoreSource({ getState, getInitialState, subscribe }, (state) => read(state, view));
}

/** A store of any state, such as the overview of a fleet, or a store of zustand. */
export interface StateStore<State> {
  /** Returns the current state: the same object until it changes. */
  getState(): State;
  /** Returns the state on a server and during hydration. */
  getInitialState(): State;
  /** Calls a listener after each change. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a source of a value of any store. Its listeners run only when the value differs.
 *
 * @example
 * ```ts
 * const inbox = createStoreSource(fleet.overview, (state) => state.inbox);
 * const stop = inbox.subscribe(() => console.log(inbox.get().length));
 * ```
 */
export function createStoreSource<State, Value>(
  store: StateStore<State>,
  select: (state: State) => Value,
): ValueSource<Value> {
  let known: { readonly state: State; readonly value: Value } | undefined;
  let initial: { readonly value: Value } | undefined;

  function get(): Value {
    const state = store.getState();
    if (known?.state === state) return known.value;
    let value = select(state);
    if (known !== undefined && isSameValue(known.value, value)) ({ value } = known);
    known = { state, value };
    return value;
  }

  return {
    get,
    getInitial() {
      initial ??= { value: select(store.getInitialState()) };
      return initial.value;
    },
    subscribe(listener) {
      let value = get();
      return store.subscribe(() => {
        const previous = value;
        value = get();
        if (value !== previous) listener();
      });
    },
  };
}

/**
 * Returns whether two values of a read are the same: whether `Object.is` holds for them, or for all
 * items of two arrays.
 *
 * @example
 * ```ts
 * isSameValue([1, 2], [1, 2]); // true
 * ```
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
}

/**
 * Returns a read of a value of the whole state, for values that no other read covers. It runs after
 * every change, so prefer a read that watches less.
 *
 * @example
 * ```ts
 * const sessionCount = acpStateRead((state) => state.sessions.size);
 * ```
 */
export function acpStateRead<Value>(select: (state: AcpState) => Value): StateRead<Value> {
  return { read: select };
}
