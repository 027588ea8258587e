import type { AcpState } from "@acp-store/core";
import {
  acpStateRead,
  createReadSource,
  isSameValue,
  type StateRead,
  type ValueSource,
} from "@acp-store/core/reads";
import { type Accessor, createMemo, createSignal, onCleanup } from "solid-js";
import { isServer } from "solid-js/web";
import { useSessionId, type SessionOptions, useViewAccessor } from "./context.js";

/**
 * Returns the value of a read, and follows it until the owner is disposed. The function runs again when
 * a signal that it uses changes. All other functions are built on it.
 *
 * @example
 * ```ts
 * const call = useRead(() => toolCallRead(props.sessionId, props.id));
 * ```
 */
export function useRead<Value>(getRead: () => StateRead<Value>): Accessor<Value> {
  const view = useViewAccessor();
  return useSource(() => createReadSource(view(), getRead()));
}

/** Returns the value of a read of one session: the session of the options, or the provided one. */
export function useSessionRead<Value>(
  createRead: (sessionId: string) => StateRead<Value>,
  options: SessionOptions | undefined,
): Accessor<Value> {
  const sessionId = useSessionId(options);
  return useRead(() => createRead(sessionId()));
}

/**
 * Returns a value of the whole state, for values that no other function covers. The selector may use
 * signals. It runs after every change, so prefer a function that reads less.
 *
 * @example
 * ```ts
 * const sessionCount = useAcpState((state) => state.sessions.size);
 * ```
 */
export function useAcpState<Value>(select: (state: AcpState) => Value): Accessor<Value> {
  const state = useRead(() => acpStateRead((whole) => whole));
  return createMemo(() => select(state()), undefined, { equals: isSameValue });
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
