// Providers
export {
  AcpSessionProvider,
  AcpStoreProvider,
  useAcpStore,
  useAcpView,
  useSessionId,
} from "./context.js";
export type { Selector, SessionOption } from "./context.js";

// The whole state, the agent and the connection
export { useAgent, useAuth, useConnection } from "./connection.js";
export { useAcpState } from "./useRead.js";

// The connection of the store
export { useAgentConnection } from "./useAgentConnection.js";
export type { AgentConnectionOptions, OwnedConnection } from "./useAgentConnection.js";
export type { ClosableConnection, ConnectionOutcome, ConnectStore } from "./connectionOwner.js";

// Saving
export { AcpPersistenceProvider, usePersistence } from "./persistence.js";
export { useDraft } from "./useDraft.js";
export type { DraftDetails, EditableDraft } from "./useDraft.js";

// Sessions and their conversations
export {
  useNestedTimeline,
  useSession,
  useSessionCatalog,
  useSessionIds,
  useSessions,
  useTimeline,
  useTurn,
} from "./sessions.js";
export {
  useCommands,
  useConfigOptions,
  useModelPicker,
  useModels,
  useModePicker,
  useModes,
  useNotices,
  useUsage,
} from "./sessionFields.js";

// Entities
export {
  useApplicationRow,
  useCompaction,
  useMessage,
  useMessageRun,
  usePermission,
  useSessionMessage,
  useSubagent,
  useTerminal,
  useToolCall,
} from "./entities.js";
export { usePlan, usePlanProgress, usePlans } from "./plans.js";
export { useActiveLocation, useChangedFiles, useToolCallIds, useToolCalls } from "./toolCalls.js";

// Requests that wait for the user
export {
  useAllPendingElicitations,
  useAllPendingPermissions,
  useAttention,
  usePendingElicitations,
  usePendingPermissions,
  useQueue,
} from "./pendingRequests.js";

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
