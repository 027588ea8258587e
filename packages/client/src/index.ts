export type { AgentConnection, KnownSessionRequest, SessionRequest } from "./agentConnection.js";
export { connectAgent } from "./connectAgent.js";
export { AcpConnectionError, isAcpConnectionError } from "./errors.js";
export type { AcpConnectionErrorReason } from "./errors.js";
export type {
  AgentSource,
  ConnectOptions,
  FileSystemHandlers,
  ReconnectOptions,
  TerminalHandlers,
} from "./options.js";
export type { PromptResult } from "./promptQueue.js";
