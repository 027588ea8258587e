// The store
export {
  provideAcpPersistence,
  provideAcpSession,
  provideAcpStore,
  useAcpStore,
  useAcpView,
} from "./context.js";
export type { MaybeGetter, SessionOptions } from "./context.js";
export { type ReadValue, useAcpState, useRead } from "./useRead.js";
export { toReadable } from "./toReadable.js";

// The agent, sessions, entities, and requests that wait for the user
export { useAgent, useAuth, useConnection } from "./agent.js";
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
  useModePicker,
  useModelPicker,
  useModels,
  useModes,
  useNotices,
  useUsage,
} from "./sessionFields.js";
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
export {
  useActiveLocation,
  useChangedFiles,
  usePlan,
  usePlanProgress,
  usePlans,
  useToolCallIds,
  useToolCalls,
} from "./lists.js";
export {
  useAllPendingElicitations,
  useAllPendingPermissions,
  useAttention,
  usePendingElicitations,
  usePendingPermissions,
  useQueue,
} from "./requests.js";

// Saving
export { type EditableDraft, useDraft, usePersistence } from "./persistence.js";

// The values of the functions
export type {
  Auth,
  EditablePrompt,
  PendingElicitation,
  PendingPermission,
  PromptQueue,
  Saving,
  SavingStatus,
  SessionPersistence,
  SessionSaving,
} from "@acp-store/core/reads";
