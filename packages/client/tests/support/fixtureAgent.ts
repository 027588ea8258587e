import { join } from "node:path";
import { spawnAgent, type SpawnAgentOptions } from "@acp-store/client/node";

/** The path of `fixtures/agent.mjs`. */
export const fixtureAgentPath = join(import.meta.dirname, "../fixtures/agent.mjs");

/** Returns a source that starts `fixtures/agent.mjs` as a process. */
export function spawnFixtureAgent(mode = "serve", options: SpawnAgentOptions = {}) {
  return spawnAgent(process.execPath, [fixtureAgentPath, mode], options);
}
