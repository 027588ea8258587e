import type { AgentState, Connection } from "@acp-store/core";
import { type Read, useWatched } from "./useWatched.js";

/**
 * Returns the agent's description of itself from the initialization: its name and version, its
 * capabilities and its sign-in methods. Renders again only when a connection is initialized.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @example
 * ```tsx
 * function Title() {
 *   return <h1>{useAgent((agent) => agent.info?.title ?? agent.info?.name)}</h1>;
 * }
 * ```
 */
export function useAgent<Value = AgentState>(options?: Read<AgentState, Value>): Value {
  return useWatched(
    { targets: [{ type: "state", field: "agent" }], read: (state) => state.agent },
    options,
  );
}

/**
 * Returns the state of the connection to the agent, or `undefined` in a store that is only fed
 * with updates. `retryAt` is in ms of the store's clock, by default `Date.now`.
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
export function useConnection<Value = Connection | undefined>(
  options?: Read<Connection | undefined, Value>,
): Value {
  return useWatched(
    { targets: [{ type: "state", field: "connection" }], read: (state) => state.connection },
    options,
  );
}
