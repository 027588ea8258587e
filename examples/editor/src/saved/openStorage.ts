import type { AcpStorage } from "@acp-store/persist";
import { idbStorage } from "@acp-store/persist/idb";
import type { AgentConfig } from "../config/config.js";

/**
 * Returns the name under which the tabs share an agent in a folder, and its storage. Other agents and
 * folders have their own, because they may use the same ids for their sessions.
 */
export function getWorkspaceName({ agent, cwd }: AgentConfig): string {
  return `acp-editor ${JSON.stringify([agent.command, ...agent.args, cwd])}`;
}

/** Returns the storage of an agent in a folder. */
export function openStorage(config: AgentConfig): AcpStorage {
  return idbStorage(getWorkspaceName(config));
}
