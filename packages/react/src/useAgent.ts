import type { AcpState, AgentState } from "@acp-store/core";
import { type CompareOption, selectionOf } from "./selection.js";
import { useWatched } from "./useWatched.js";

/**
 * What the agent said about itself when the connection was initialized: its name and version, what it
 * can do, and the ways to sign in. Renders again only when a connection is made.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @example
 * ```tsx
 * function Title() {
 *   return <h1>{useAgent((agent) => agent.info?.title ?? agent.info?.name)}</h1>;
 * }
 * ```
 */
export function useAgent(): AgentState;
export function useAgent<Value>(
  selector: (agent: AgentState) => Value,
  options?: CompareOption<Value>,
): Value;
export function useAgent<Value>(
  selector?: (agent: AgentState) => Value,
  options?: CompareOption<Value>,
): Value {
  const { select, compare } = selectionOf<AgentState, Value>(selector, options);
  return useWatched([{ state: "agent" }], agentOf, select, compare);
}

function agentOf(state: AcpState): AgentState {
  return state.agent;
}
