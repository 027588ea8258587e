import type { AcpState, Connection } from "@acp-store/core";
import { type CompareOption, selectionOf } from "./selection.js";
import { useWatched } from "./useWatched.js";

/**
 * How the connection to the agent is, or what a selector picks of it; `undefined` in a store that is
 * only fed with updates. `retryAt` is in ms of the store's clock, by default `Date.now`.
 *
 * @example
 * ```tsx
 * function Lost() {
 *   const reason = useConnection((connection) =>
 *     connection?.status === "lost" ? connection.reason : undefined,
 *   );
 *   return reason === undefined ? null : <p role="status">{reason} Trying again.</p>;
 * }
 * ```
 */
export function useConnection(): Connection | undefined;
export function useConnection<Value>(
  selector: (connection: Connection | undefined) => Value,
  options?: CompareOption<Value>,
): Value;
export function useConnection<Value>(
  selector?: (connection: Connection | undefined) => Value,
  options?: CompareOption<Value>,
): Value {
  const { select, compare } = selectionOf<Connection | undefined, Value>(selector, options);
  return useWatched([{ state: "connection" }], connectionOf, select, compare);
}

function connectionOf(state: AcpState): Connection | undefined {
  return state.connection;
}
