import { join } from "node:path";
import { spawnAgent, type SpawnAgentOptions } from "@acp-store/client/node";

const path = join(import.meta.dirname, "../fixtures/agent.mjs");

/** A real process of the agent in `fixtures/agent.mjs`. */
export function fixtureAgent(mode = "serve", options: SpawnAgentOptions = {}) {
  return spawnAgent(process.execPath, [path, mode], options);
}
