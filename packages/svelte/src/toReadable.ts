import type { AcpView } from "@acp-store/core";
import { createReadSource, type StateRead } from "@acp-store/core/reads";
import { readable, type Readable } from "svelte/store";

/**
 * Returns a store of Svelte with the value of a read, for `$call` in components without runes and for
 * modules outside of components. It follows the read while it has subscribers.
 *
 * @example
 * ```ts
 * const call = toReadable(store, toolCallRead("s1", "call_1")); // {$call?.title}
 * ```
 */
export function toReadable<Value>(view: AcpView, stateRead: StateRead<Value>): Readable<Value> {
  const source = createReadSource(view, stateRead);
  return readable(source.get(), (set) => {
    const update = (): void => set(source.get());
    const stop = source.subscribe(update);
    update();
    return stop;
  });
}
