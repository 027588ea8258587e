// Providers
export { AcpSessionProvider, AcpStoreProvider, useAcpStore, useAcpView } from "./context.js";
export type { SessionOption } from "./context.js";

// The whole state, the agent and the connection
export { useAgent, useAuth, useConnection } from "./connection.js";
export type { Auth } from "./connection.js";
export { useAcpState } from "./useWatched.js";

// The connection of the store
export { useAgentConnection } from "./useAgentConnection.js";
export type { AgentConnectionOptions, OwnedConnection } from "./useAgentConnection.js";
export type { ClosableConnection, ConnectionOutcome, ConnectStore } from "./connectionOwner.js";

// Saving
export { AcpPersistenceProvider, usePersistence } from "./persistence.js";
export type {
  DraftSource,
  PersistenceSource,
  Saving,
  SavingStatus,
  SessionSaving,
} from "./persistence.js";
export { useDraft } from "./useDraft.js";
export type { Draft, DraftDetails } from "./useDraft.js";

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
export { useQueue } from "./useQueue.js";
export type { PromptQueue, EditablePrompt } from "./useQueue.js";

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
} from "./pendingRequests.js";
export type { PendingElicitation, PendingPermission } from "./pendingRequests.js";

// Options of the hooks
export type { Read, ReadOptions, SessionRead, SessionReadOptions } from "./useWatched.js";
