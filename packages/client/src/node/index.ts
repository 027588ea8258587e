export { nodeFileSystem } from "./fileSystem.js";
export { spawnAgent } from "./spawnAgent.js";
export type { SpawnAgentOptions } from "./spawnAgent.js";
export { nodeTerminals } from "./terminals.js";
