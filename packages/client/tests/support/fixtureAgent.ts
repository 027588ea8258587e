import { join } from "node:path";
import { spawnAgent, type SpawnAgentOptions } from "@acp-store/client/node";

const path = join(import.meta.dirname, "../fixtures/agent.mjs");

/** Returns a source that starts `fixtures/agent.mjs` as a process. */
export function spawnFixtureAgent(mode = "serve", options: SpawnAgentOptions = {}) {
  return spawnAgent(process.execPath, [path, mode], options);
}
