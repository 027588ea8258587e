// The store
export {
  acpPersistenceContext,
  acpSessionContext,
  acpStoreContext,
  type ControllerHost,
  provideAcpPersistence,
  provideAcpSession,
  provideAcpStore,
  type ProviderHost,
  StoreController,
} from "./context.js";

// Controllers
export { ReadController, SessionReadController, StoreValueController } from "./readControllers.js";
export { DraftController, SavingController } from "./persistence.js";

// The reads
export {
  acpStateRead,
  activeLocationRead,
  agentRead,
  applicationRowRead,
  attentionRead,
  authRead,
  changedFilesRead,
  commandsRead,
  compactionRead,
  configOptionsRead,
  connectionRead,
  messageRead,
  messageRunRead,
  modelPickerRead,
  modelsRead,
  modePickerRead,
  modesRead,
  nestedTimelineRead,
  noticesRead,
  pendingElicitationsRead,
  pendingPermissionsRead,
  permissionRead,
  planProgressRead,
  planRead,
  plansRead,
  queueRead,
  sessionCatalogRead,
  sessionIdsRead,
  sessionMessageRead,
  sessionRead,
  sessionsRead,
  subagentRead,
  terminalRead,
  timelineRead,
  toolCallIdsRead,
  toolCallRead,
  toolCallsRead,
  turnRead,
  usageRead,
  usageTotalsRead,
} from "@acp-store/core/reads";

// The values of the reads
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
  StateRead,
} from "@acp-store/core/reads";
