/**
 * Agents as child processes, file and terminal handlers, and git worktrees for Node.
 * @module
 */
export { spawnAgentProcess } from "./agentProcess.js";
export type { AgentProcess, AgentProcessOptions, ProcessExit } from "./agentProcess.js";
export type { Environment } from "./command.js";
export { agentProcessStream } from "./agentProcessStream.js";
export type { AgentProcessStream, AgentProcessStreamOptions } from "./agentProcessStream.js";
export { readFileContent, toContentId } from "./fileContent.js";
export type { FileContent, FileMode, ReadFileOptions } from "./fileContent.js";
export { AcpFileError, isAcpFileError } from "./fileError.js";
export type { AcpFileErrorReason } from "./fileError.js";
export { nodeFileSystem } from "./fileSystem.js";
export { loadMcpServers } from "./mcpServers.js";
export type { LoadedMcpServers, McpServerProblem, McpServersOptions } from "./mcpServers.js";
export { replaceFile } from "./replaceFile.js";
export type { FileReplaceResult, FileReplacement } from "./replaceFile.js";
export { spawnAgent } from "./spawnAgent.js";
export type { SpawnAgentOptions } from "./spawnAgent.js";
export { isTemporaryFile } from "./temporaryFiles.js";
export { nodeTerminalLogin } from "./terminalLogin.js";
export { nodeTerminals } from "./terminals.js";
export type { NodeTerminalsOptions } from "./terminals.js";
export { AcpWorktreeError, isAcpWorktreeError } from "./worktreeError.js";
export type { AcpWorktreeErrorReason } from "./worktreeError.js";
export { createWorktree, listWorktrees, removeWorktree } from "./worktrees.js";
export type { Worktree } from "./gitRepository.js";
export type { WorktreeOptions, WorktreeRemoval } from "./worktrees.js";
