export { connectAgent } from "./connectAgent.js";
export { createAgentStream } from "./createAgentStream.js";
export { AcpConnectionError, isAcpConnectionError } from "./errors.js";
export { supportedMcpServers } from "./supportedMcpServers.js";

// Types
export type { SupportedMcpServers } from "./supportedMcpServers.js";
export type {
  AgentConnection,
  KnownSessionRequest,
  NewSessionRequest,
  NewSessionResult,
  ReopenedSessionResult,
  SessionRequest,
  RewindResult,
  SessionStatusResult,
  SetConfigOptionResult,
  SetModelResult,
} from "./agentConnection.js";
export type { AgentTransport } from "./createAgentStream.js";
export type { AcpConnectionErrorReason, ProcessDetails } from "./errors.js";
export type {
  AgentSource,
  AgentStream,
  CapabilityChanges,
  ConnectOptions,
  ExtensionNotificationHandler,
  ExtensionRequestHandler,
  FileSystemHandlers,
  OpenedFolder,
  ReconnectOptions,
  SavedSessionSource,
  TerminalHandlers,
  TerminalLogin,
  TerminalLoginHandler,
} from "./options.js";
export type { PromptOptions, PromptResult } from "./promptQueue.js";
export type { RequestOptions } from "./requestLimits.js";
