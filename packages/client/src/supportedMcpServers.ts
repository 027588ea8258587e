import type { AcpState } from "@acp-store/core";
import type { McpServer } from "@agentclientprotocol/sdk";

/** The MCP servers that an agent can use, and the others. */
export interface SupportedMcpServers {
  /** The servers whose transport the agent has announced. */
  readonly supported: readonly McpServer[];
  /** The servers to leave out, to show to the user. */
  readonly unsupported: readonly McpServer[];
}

/**
 * Divides MCP servers by the transports that the agent has announced. An agent refuses a session with a server
 * whose transport it does not know.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
 *
 * @example
 * ```ts
 * const agent = await connectAgent(store, source, {
 *   mcpServers: () => supportedMcpServers(store.getState(), servers).supported,
 * });
 * ```
 */
export function supportedMcpServers(
  state: Pick<AcpState, "agent">,
  servers: readonly McpServer[],
): SupportedMcpServers {
  const { mcpCapabilities, session } = state.agent.capabilities ?? {};
  const isSupported = (server: McpServer): boolean => {
    // Version 1 has no capability for it, because each agent has it.
    const type = "type" in server ? server.type : "stdio";
    if (session) return type !== "sse" && Boolean(session.mcp?.[type]);
    return type === "stdio" || mcpCapabilities?.[type] === true;
  };
  return {
    supported: servers.filter(isSupported),
    unsupported: servers.filter((server) => !isSupported(server)),
  };
}
