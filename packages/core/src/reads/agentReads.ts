import { EMPTY_LIST } from "../select/list.js";
import type { AgentAuth, AgentState, AuthMethod } from "../state/agent.js";
import type { Connection } from "../state/state.js";
import { memoized } from "./memoized.js";
import type { StateRead } from "./stateRead.js";

/**
 * Returns a read of the agent's description of itself from the initialization: its name and version, its
 * capabilities and its sign-in methods.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 */
export function agentRead(): StateRead<AgentState> {
  return { targets: [{ type: "state", field: "agent" }], read: (state) => state.agent };
}

/**
 * Whether the user is signed in, and the ways to sign in. The status is `unknown` while the agent has
 * not shown whether it needs a sign-in.
 */
export type Auth = (AgentAuth | { readonly status: "unknown" }) & {
  /** The sign-in methods that the agent offers. */
  readonly methods: readonly AuthMethod[];
};

/**
 * Returns a read of whether the user is signed in to the agent, with the methods to sign in, and the
 * error if that failed.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 */
export function authRead(): StateRead<Auth> {
  return { targets: [{ type: "state", field: "agent" }], read: (state) => authOf(state.agent) };
}

const authOf: (agent: AgentState) => Auth = /* @__PURE__ */ memoized(
  ({ auth, authMethods: methods = EMPTY_LIST }) => {
    if (auth === undefined) return { status: "unknown", methods };
    return { ...auth, methods };
  },
);

/**
 * Returns a read of the state of the connection to the agent, `undefined` in a store that is only fed
 * with updates. `retryAt` is in ms of the store's clock, by default `Date.now`.
 */
export function connectionRead(): StateRead<Connection | undefined> {
  return { targets: [{ type: "state", field: "connection" }], read: (state) => state.connection };
}
