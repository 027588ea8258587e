import type { AcpState } from "@acp-store/core";
import {
  acpStateRead,
  createReadSource,
  isSameValue,
  type StateRead,
  type ValueSource,
} from "@acp-store/core/reads";
import { computed, type ComputedRef, type ShallowRef, shallowRef, watch } from "vue";
import { injectSessionId, type SessionOptions, useAcpView } from "./context.js";

/** The current value of a read. Snapshots are immutable, so the ref is shallow. */
export type ReadRef<Value> = Readonly<ShallowRef<Value>>;

/**
 * Returns the value of a read, and follows it until the component is unmounted. The getter runs again
 * when a ref that it uses changes. All other composables are built on it.
 *
 * @example
 * ```ts
 * const props = defineProps<{ sessionId: string; id: string }>();
 * const call = useRead(() => toolCallRead(props.sessionId, props.id));
 * ```
 */
export function useRead<Value>(getRead: () => StateRead<Value>): ReadRef<Value> {
  const view = useAcpView();
  return useSource(() => createReadSource(view, getRead()));
}

/** Returns the value of a read of one session: the session of the options, or the provided one. */
export function useSessionRead<Value>(
  createRead: (sessionId: string) => StateRead<Value>,
  options: SessionOptions | undefined,
): ReadRef<Value> {
  const getSessionId = injectSessionId(options);
  return useRead(() => createRead(getSessionId()));
}

const STATE: StateRead<AcpState> = acpStateRead((state) => state);

/**
 * Returns a value of the whole state, for values that no other composable covers. The selector runs
 * after every change, and when a ref that it uses changes, so prefer a composable that reads less.
 *
 * @example
 * ```ts
 * const sessionCount = useAcpState((state) => state.sessions.size);
 * ```
 */
export function useAcpState<Value>(select: (state: AcpState) => Value): ComputedRef<Value> {
  const state = useRead(() => STATE);
  return computed<Value>((previous) => {
    const value = select(state.value);
    return previous !== undefined && isSameValue(previous, value) ? previous : value;
  });
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
