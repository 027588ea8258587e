import type { AcpState, AcpView } from "@acp-store/core";
import {
  acpStateRead,
  createReadSource,
  isSameValue,
  type StateRead,
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

/**
 * Returns the value of a read, and follows it while a component shows it. The second argument returns
 * the arguments of the read. It may use runes. All other functions are built on it.
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
  const getView = getViewGetter();
  return useSource(
    (view: AcpView, ...args: Args) => createReadSource(view, createRead(...args)),
    () => [getView(), ...getArgs()],
  );
}

/** Returns the value of a read of one session: the session of the options, or the provided one. */
export function useSessionRead<Value, Args extends readonly unknown[]>(
  createRead: (sessionId: string, ...args: Args) => StateRead<Value>,
  getArgs: () => readonly [...Args],
  options: SessionOptions | undefined,
): ReadValue<Value> {
  const getSessionId = getSessionIdGetter(options);
  return useRead(createRead, () => [getSessionId(), ...getArgs()]);
}

/**
 * Returns a value of the whole state, for values that no other function covers. The selector may use
 * runes. It runs after every change, so prefer a function that reads less.
 *
 * @example
 * ```ts
 * const sessionCount = useAcpState((state) => state.sessions.size);
 * ```
 */
export function useAcpState<Value>(select: (state: AcpState) => Value): ReadValue<Value> {
  const state = useRead(acpStateRead<AcpState>, () => [(whole: AcpState) => whole]);
  return {
    get current() {
      return select(state.current);
    },
  };
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
