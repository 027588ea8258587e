// The store
export {
  type AcpInjectOptions,
  injectAcpStore,
  injectAcpView,
  type MaybeGetter,
  provideAcpPersistence,
  provideAcpSession,
  provideAcpStore,
  type SessionOptions,
} from "./context.js";
export { injectAcpState, injectRead } from "./injectRead.js";

// The agent, sessions, entities, and requests that wait for the user
export { injectAgent, injectAuth, injectConnection } from "./agent.js";
export {
  injectNestedTimeline,
  injectSession,
  injectSessionCatalog,
  injectSessionIds,
  injectSessions,
  injectTimeline,
  injectTurn,
} from "./sessions.js";
export {
  injectCommands,
  injectConfigOptions,
  injectModePicker,
  injectModelPicker,
  injectModels,
  injectModes,
  injectNotices,
  injectUsage,
} from "./sessionFields.js";
export {
  injectApplicationRow,
  injectCompaction,
  injectMessage,
  injectMessageRun,
  injectPermission,
  injectSessionMessage,
  injectSubagent,
  injectTerminal,
  injectToolCall,
} from "./entities.js";
export {
  injectActiveLocation,
  injectChangedFiles,
  injectPlan,
  injectPlanProgress,
  injectPlans,
  injectToolCallIds,
  injectToolCalls,
} from "./lists.js";
export {
  injectAllPendingElicitations,
  injectAllPendingPermissions,
  injectAttention,
  injectPendingElicitations,
  injectPendingPermissions,
  injectQueue,
} from "./requests.js";

// Saving
export { type EditableDraft, injectDraft, injectPersistence } from "./persistence.js";

// The values of the signals
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
