// Providers
export {
  AcpSessionProvider,
  AcpStoreProvider,
  useAcpStore,
  useAcpView,
  useSessionId,
} from "./context.js";
export type { Selector, SessionOption } from "./context.js";

// The whole state
export { useAcpState } from "./useRead.js";

// The connection of the store
export { useAgentConnection } from "./useAgentConnection.js";
export type { AgentConnectionOptions, OwnedConnection } from "./useAgentConnection.js";
export type { ClosableConnection, ConnectionOutcome, ConnectStore } from "./connectionOwner.js";

// Saving
export { AcpPersistenceProvider, usePersistence } from "./persistence.js";
export { useDraft } from "./useDraft.js";
export type { DraftDetails, EditableDraft } from "./useDraft.js";

// The hooks that read. Everything that these files export is public, so a hook is listed once.
export * from "./connection.js";
export * from "./sessions.js";
export * from "./sessionFields.js";
export * from "./entities.js";
export * from "./plans.js";
export * from "./toolCalls.js";
export * from "./pendingRequests.js";

// The values that the hooks return
export type {
  Auth,
  Drafts,
  EditablePrompt,
  PendingElicitation,
  PendingPermission,
  PromptQueue,
  Saving,
  SavingStatus,
  SessionPersistence,
  SessionSaving,
} from "@acp-store/core/reads";

// The types of the hooks and their options
export type {
  ReadHook,
  ReadOptions,
  SelectorOrOptions,
  SessionReadHook,
  SessionReadOptions,
  SessionSelectorOrOptions,
} from "./useRead.js";
