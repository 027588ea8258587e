import { nodeFileSystem, nodeTerminals, spawnAgent } from "@acp-store/client/node";
import type { ConnectOptions } from "@acp-store/client";
import type { AgentDefinition, AgentLaunch } from "@acp-store/fleet/owner";

/** An agent that is started with a command. */
export interface AgentCommand {
  /** The id: lowercase letters, digits and hyphens. It is the name of the folder of its sessions. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** The address of an icon, which can be a `data:` URL. */
  readonly icon?: string;
  /** The program, by name or path. */
  readonly command: string;
  /** The arguments of the program. */
  readonly args?: readonly string[];
  /** The environment variables to set in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The directory in which the program starts, and the folder of new sessions unless the user chooses
   * another: an absolute path. Default: that of this process.
   */
  readonly cwd?: string;
  /** Returns the MCP servers of each session. */
  readonly mcpServers?: NonNullable<ConnectOptions["mcpServers"]>;
}

/**
 * Returns the definition of an agent that is started with a command. It may read and write the files in the
 * folders of its sessions, and run commands there.
 *
 * @example
 * ```ts
 * const gemini = commandAgent({ id: "gemini", name: "Gemini", command: "gemini", args: ["--acp"] });
 * ```
 */
export function commandAgent(agent: AgentCommand): AgentDefinition {
  const { id, name, icon, command, args = [], env, cwd = process.cwd(), mcpServers } = agent;
  const launch: AgentLaunch = { command, args, ...(env && { env }), cwd };
  return {
    id,
    name,
    ...(icon !== undefined && { icon }),
    cwd,
    commandLine: [command, ...args],
    launch: () => launch,
    source: spawnAgent(command, args, launch),
    connect: (store) => ({
      fs: nodeFileSystem(store),
      terminal: nodeTerminals(store),
      ...(mcpServers && { mcpServers }),
    }),
  };
}
