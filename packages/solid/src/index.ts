// The store
export {
  AcpPersistenceProvider,
  AcpSessionProvider,
  AcpStoreProvider,
  useAcpStore,
  useAcpView,
} from "./context.js";
export type { MaybeAccessor, SessionOptions } from "./context.js";
export {
  type ReadFunction,
  type SessionReadFunction,
  useAcpState,
  useRead,
  useStoreValue,
} from "./useRead.js";

// The agent, sessions, entities, and requests that wait for the user. The file lists each once.
export * from "./reads.js";

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
