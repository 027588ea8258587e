import type { AcpState, ReadableAcpStore, TableName, WatchTarget } from "@acp-store/core";
import { useMemo } from "react";
import type { StoreApi } from "zustand";
import { useStoreWithEqualityFn } from "zustand/traditional";
import { type SessionOption, useAcpView, useSessionId } from "./context.js";

/** The list of a session that is not known yet. Sharing one list keeps the reference stable. */
export const EMPTY_LIST: readonly never[] = [];

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
export type Read<Input, Value> = ((input: Input) => Value) | ReadOptions<Input, Value>;

/** The last argument of a hook that reads one session: a selector, or options. */
export type SessionRead<Input, Value> =
  | ((input: Input) => Value)
  | SessionReadOptions<Input, Value>;

/** A part of the state that a hook reads: the targets to watch, and the way to read it. */
export interface WatchedSource<Input> {
  readonly targets: readonly WatchTarget[];
  read(state: AcpState): Input;
}

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
export function useAcpState<Value = AcpState>(options?: Read<AcpState, Value>): Value {
  const { select, equalityFn = isSameValue } = normalizeOptions(options);
  return useStoreWithEqualityFn(useAcpView(), select, equalityFn);
}

/**
 * Reads a part of the state. Renders again only if one of the targets changed and the selected
 * value differs.
 */
export function useWatched<Input, Value>(
  { targets, read }: WatchedSource<Input>,
  options: Read<Input, Value> | undefined,
): Value {
  const store = useAcpView();
  // Each render creates new targets. Their text tells whether they are the same.
  const key = JSON.stringify(targets);
  const view = useMemo(() => createView(store, JSON.parse(key)), [store, key]);
  return useSelected(view, read, options);
}

/** Reads a part of a store. Renders again only if the selected value differs. */
export function useSelected<State, Input, Value>(
  view: StoreView<State>,
  read: (state: State) => Input,
  options: Read<Input, Value> | undefined,
): Value {
  const { select, equalityFn = isSameValue } = normalizeOptions(options);
  return useStoreWithEqualityFn(view, (state) => select(read(state)), equalityFn);
}

/** Reads a part of one session: the session of the options, or of the nearest provider. */
export function useWatchedSession<Input, Value>(
  options: SessionRead<Input, Value> | undefined,
  createSource: (sessionId: string) => WatchedSource<Input>,
): Value {
  return useWatched(createSource(useSessionId(options)), options);
}

/**
 * Returns the targets of one entity, or without an id of an entity that the state selects, such as
 * the most recently updated plan.
 */
export function targetsOf(
  sessionId: string,
  table: TableName,
  id: string | undefined,
): readonly WatchTarget[] {
  if (id !== undefined) return [{ type: "entity", sessionId, table, id }];
  return [
    { type: "table", sessionId, table },
    { type: "ids", sessionId, table },
  ];
}

/** The part of zustand's store API that its hooks use. */
export type StoreView<State> = Pick<StoreApi<State>, "getState" | "getInitialState" | "subscribe">;

/** Presents some targets of a store as a zustand store: its listeners run when one changes. */
function createView(store: ReadableAcpStore, targets: readonly WatchTarget[]): StoreView<AcpState> {
  return {
    ...store,
    subscribe: (listener) => {
      let state = store.getState();
      const notify = (): void => {
        const previous = state;
        state = store.getState();
        listener(state, previous);
      };
      const stops = targets.map((target) => store.watch(target, notify));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Without a selector, `Value` is `Input`: the default of each hook's type parameter. */
function normalizeOptions<Input, Value>(
  options: Read<Input, Value> | undefined,
): ReadOptions<Input, Value> & { readonly select: (input: Input) => Value } {
  if (typeof options === "function") return { select: options };
  return { ...options, select: options?.select ?? (identity as (input: Input) => Value) };
}

function identity(value: unknown): unknown {
  return value;
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
}

/** Returns a function that computes each result once, so that equal inputs have the same result. */
export function memoized<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const results = new WeakMap<Input, Result>();
  return (input) => {
    const result = results.get(input) ?? compute(input);
    results.set(input, result);
    return result;
  };
}
