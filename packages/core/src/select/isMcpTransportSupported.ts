import type { AgentState } from "../state/agent.js";

/**
 * Returns whether an agent has announced that it can use MCP servers with a transport: `stdio`, `http` or `sse`.
 * An agent refuses a session with a server whose transport it does not know.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
 *
 * @example
 * ```ts
 * const canUseHttp = isMcpTransportSupported(store.getState().agent, "http");
 * ```
 */
export function isMcpTransportSupported(agent: AgentState, transport: string): boolean {
  const { mcpCapabilities, session } = agent.capabilities ?? {};
  if (session) return transport !== "sse" && Boolean(capabilityOf(session.mcp, transport));
  // Version 1 has no capability for it, because each agent has it.
  return transport === "stdio" || capabilityOf(mcpCapabilities, transport) === true;
}

function capabilityOf(capabilities: object | null | undefined, transport: string): unknown {
  return Object.entries(capabilities ?? {}).find(([name]) => name === transport)?.[1];
}
