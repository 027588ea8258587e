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
  const { mcpCapabilities = {}, session } = agent.capabilities ?? {};
  if (session) return transport !== "sse" && Boolean(ownCapability(session.mcp ?? {}, transport));
  // Version 1 has no capability for it, because each agent has it.
  return transport === "stdio" || ownCapability(mcpCapabilities ?? {}, transport) === true;
}

function ownCapability(capabilities: object, transport: string): unknown {
  return new Map<string, unknown>(Object.entries(capabilities)).get(transport);
}
