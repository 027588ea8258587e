import type { AgentState, Connection } from "@acp-store/core";
import { agentRead, type Auth, authRead, connectionRead } from "@acp-store/core/reads";
import type { Accessor } from "solid-js";
import { useRead } from "./useRead.js";

/**
 * Returns the agent's description of itself from the initialization: its name and version, its
 * capabilities and its sign-in methods.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 */
export function useAgent(): Accessor<AgentState> {
  return useRead(() => agentRead());
}

/**
 * Returns whether the user is signed in to the agent, with the methods to sign in, and the error if
 * that failed.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 */
export function useAuth(): Accessor<Auth> {
  return useRead(() => authRead());
}

/**
 * Returns the state of the connection to the agent, or `undefined` in a store that is only fed
 * with updates. `retryAt` is in ms of the store's clock, by default `Date.now`.
 */
export function useConnection(): Accessor<Connection | undefined> {
  return useRead(() => connectionRead());
}
