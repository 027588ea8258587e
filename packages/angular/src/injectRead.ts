import type { AcpState } from "@acp-store/core";
import {
  acpStateRead,
  createReadSource,
  isSameValue,
  type StateRead,
  type ValueSource,
} from "@acp-store/core/reads";
import { computed, effect, type Signal, signal, untracked } from "@angular/core";
import {
  type AcpInjectOptions,
  injectAcpView,
  injectSessionId,
  runWithInjector,
  type SessionOptions,
} from "./context.js";

/**
 * Returns a signal of the value of a read, and follows it until the component or injector is
 * destroyed. The function runs again when a signal that it uses changes. All other functions that
 * return signals are built on it.
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
  return runWithInjector(options, injectRead, () => {
    const view = injectAcpView();
    return injectSource(() => createReadSource(view, getRead()));
  });
}

/** Returns the value of a read of one session: the session of the options, or the provided one. */
export function injectSessionRead<Value>(
  createRead: (sessionId: string) => StateRead<Value>,
  options: SessionOptions | undefined,
): Signal<Value> {
  return runWithInjector(options, injectSessionRead, () => {
    const getSessionId = injectSessionId(options);
    return injectRead(() => createRead(getSessionId()));
  });
}

/**
 * Returns a signal of a value of the whole state, for values that no other function covers. The
 * selector may read signals. It runs after every change, so prefer a function that reads less.
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
  const state = injectRead(() => acpStateRead((current) => current), options);
  return computed(() => select(state()), { equal: isSameValue });
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
