/**
 * The reads of user interfaces, on which the bindings for frameworks are built.
 * @module
 */
// A read of a part of the state, and its value
export {
  acpStateRead,
  createReadSource,
  createStoreSource,
  isSameValue,
  type StateRead,
  type StateStore,
  type ValueSource,
  watchTargets,
} from "./stateRead.js";

// The reads. Everything that these files export is public, so a read is listed once.
export * from "./agentReads.js";
export * from "./entityReads.js";
export * from "./listReads.js";
export * from "./queueRead.js";
export * from "./requestReads.js";
export * from "./sessionReads.js";

// The functions of bindings, such as `useToolCall`
export {
  AcpProviderError,
  type AcpProviderErrorReason,
  type Caller,
  getSessionGetter,
  type MaybeGetter,
  type MaybeGetters,
  type ReadFactory,
  requireProvided,
  requireStore,
  type SessionReadArgs,
  splitInputs,
  toValue,
  type ValueOfRead,
} from "./bindings.js";
export { NO_SESSION } from "./noSession.js";

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
