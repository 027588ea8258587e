/**
 * The reads of user interfaces, on which the bindings for frameworks are built.
 * @module
 */
// A read of a part of the state, and its value
export {
  acpStateRead,
  createReadSource,
  isSameValue,
  type StateRead,
  type ValueSource,
  watchTargets,
} from "./stateRead.js";

// The agent and the connection
export { agentRead, type Auth, authRead, connectionRead } from "./agentReads.js";

// Sessions and their fields
export {
  commandsRead,
  configOptionsRead,
  modelPickerRead,
  modelsRead,
  modePickerRead,
  modesRead,
  nestedTimelineRead,
  noticesRead,
  sessionCatalogRead,
  sessionIdsRead,
  sessionRead,
  sessionsRead,
  timelineRead,
  usageRead,
} from "./sessionReads.js";
export { type EditablePrompt, type PromptQueue, queueRead } from "./queueRead.js";

// Entities
export {
  applicationRowRead,
  compactionRead,
  messageRead,
  messageRunRead,
  permissionRead,
  planProgressRead,
  planRead,
  sessionMessageRead,
  subagentRead,
  terminalRead,
  toolCallRead,
  turnRead,
} from "./entityReads.js";
export {
  activeLocationRead,
  changedFilesRead,
  plansRead,
  toolCallIdsRead,
  toolCallsRead,
} from "./listReads.js";

// Requests that wait for the user
export {
  attentionRead,
  type PendingElicitation,
  pendingElicitationsRead,
  type PendingPermission,
  pendingPermissionsRead,
} from "./requestReads.js";

// Saving
export {
  createSavingSource,
  type Drafts,
  type Saving,
  type SavingStatus,
  type SessionPersistence,
  type SessionSaving,
} from "./savingSource.js";
export { type Draft, type DraftSource, getDraftSource } from "./draftSource.js";
export { getMemoryDrafts } from "./memoryDrafts.js";

// Conversations in the form of chat libraries
export {
  type ChatMessage,
  isChatMessageRunning,
  isTerminalInToolCall,
  selectChatMessages,
  selectChatTime,
  selectChatTurn,
  selectToolCallPermission,
} from "../select/chatMessages.js";
export {
  type ChatConversion,
  createChatSelector,
  type ReadForChat,
} from "../select/createChatSelector.js";
