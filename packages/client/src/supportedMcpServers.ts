import { type AcpState, isMcpTransportSupported } from "@acp-store/core";
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
 * whose transport it does not know. A connection does this with the servers of its options. Use it for those that
 * you pass to a single request.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
 *
 * @example
 * ```ts
 * const { supported, unsupported } = supportedMcpServers(store.getState(), servers);
 * await agent.newSession({ cwd: "/home/me/app", mcpServers: [...supported] });
 * for (const { name } of unsupported) console.warn(`${name} was left out.`);
 * ```
 */
export function supportedMcpServers(
  state: Pick<AcpState, "agent">,
  servers: readonly McpServer[],
): SupportedMcpServers {
  const isSupported = (server: McpServer): boolean =>
    isMcpTransportSupported(state.agent, "type" in server ? server.type : "stdio");
  return {
    supported: servers.filter(isSupported),
    unsupported: servers.filter((server) => !isSupported(server)),
  };
}
