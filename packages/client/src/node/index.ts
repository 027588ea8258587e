/**
 * Agents as child processes, and file and terminal handlers for Node.
 * @module
 */
export { spawnAgentProcess } from "./agentProcess.js";
export type { AgentProcess, AgentProcessOptions, ProcessExit } from "./agentProcess.js";
export type { Environment } from "./command.js";
export { agentProcessStream } from "./agentProcessStream.js";
export type { AgentProcessStream, AgentProcessStreamOptions } from "./agentProcessStream.js";
export { nodeFileSystem } from "./fileSystem.js";
export { spawnAgent } from "./spawnAgent.js";
export type { SpawnAgentOptions } from "./spawnAgent.js";
export { nodeTerminalLogin } from "./terminalLogin.js";
export { nodeTerminals } from "./terminals.js";
export type { NodeTerminalsOptions } from "./terminals.js";
