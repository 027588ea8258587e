import type { AcpStorage } from "@acp-store/persist";
import { idbStorage } from "@acp-store/persist/idb";
import type { AgentConfig } from "../config/config.js";

/**
 * Returns the storage of an agent in a folder. Other agents and folders have their own, because they
 * may use the same ids for their sessions.
 */
export function openStorage({ agent, cwd }: AgentConfig): AcpStorage {
  return idbStorage(`acp-editor ${JSON.stringify([agent.command, ...agent.args, cwd])}`);
}
