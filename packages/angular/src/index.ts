// The store
export {
  type AcpInjectOptions,
  injectAcpStore,
  injectAcpView,
  provideAcpPersistence,
  provideAcpSession,
  provideAcpStore,
  type SessionOptions,
} from "./context.js";
export {
  injectAcpState,
  injectRead,
  injectStoreValue,
  type ReadFunction,
  type SessionReadFunction,
} from "./injectRead.js";

// The agent, sessions, entities, and requests that wait for the user. The file lists each once.
export * from "./reads.js";

// Saving
export { type EditableDraft, injectDraft, injectPersistence } from "./persistence.js";

// The values of the signals
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
