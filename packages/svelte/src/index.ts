// The store
export {
  provideAcpPersistence,
  provideAcpSession,
  provideAcpStore,
  useAcpStore,
  useAcpView,
} from "./context.js";
export type { SessionOptions } from "./context.js";
export {
  type ReadFunction,
  type ReadValue,
  type SessionReadFunction,
  useAcpState,
  useRead,
  useStoreValue,
} from "./useRead.js";
export { toReadable } from "./toReadable.js";

// The agent, sessions, entities, and requests that wait for the user. The file lists each once.
export * from "./reads.js";

// Saving
export { type EditableDraft, useDraft, usePersistence } from "./persistence.js";

// The arguments and values of the functions
export type {
  Auth,
  EditablePrompt,
  MaybeGetter,
  PendingElicitation,
  PendingPermission,
  PromptQueue,
  Saving,
  SavingStatus,
  SessionPersistence,
  SessionSaving,
} from "@acp-store/core/reads";
