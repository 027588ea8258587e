import { type AgentMethodName, agentSupports } from "@acp-store/core/actions";
import { useAcpState, useAgent } from "@acp-store/react";

/** Returns a function that tells whether the agent supports a method of the connection. */
export function useAgentSupport(): (name: AgentMethodName) => boolean {
  const agent = useAgent();
  const protocolVersion = useAcpState((state) => state.protocolVersion);
  return (name) => agentSupports({ agent, protocolVersion }, name);
}
