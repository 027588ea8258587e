export type {
  AgentConnection,
  KnownSessionRequest,
  NewSessionResult,
  ReopenedSessionResult,
  RequestOptions,
  SessionRequest,
  SessionStatusResult,
  SetConfigOptionResult,
  SetModelResult,
} from "./agentConnection.js";
export type { CapabilityChanges } from "./clientCapabilities.js";
export { connectAgent } from "./connectAgent.js";
export { AcpConnectionError, isAcpConnectionError } from "./errors.js";
export type { AcpConnectionErrorReason, ProcessDetails } from "./errors.js";
export type {
  AgentSource,
  ConnectOptions,
  ExtensionNotificationHandler,
  ExtensionRequestHandler,
  FileSystemHandlers,
  ReconnectOptions,
  TerminalHandlers,
  TerminalLogin,
  TerminalLoginHandler,
} from "./options.js";
export type { PromptResult } from "./promptQueue.js";
