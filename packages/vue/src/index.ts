// The store
export {
  acpPlugin,
  provideAcpPersistence,
  provideAcpSession,
  provideAcpStore,
  useAcpStore,
  useAcpView,
} from "./context.js";
export type { AcpPluginOptions, SessionOptions } from "./context.js";
export {
  type Composable,
  type MaybeRefs,
  type ReadRef,
  type SessionComposable,
  useAcpState,
  useRead,
  useStoreValue,
} from "./useRead.js";

// The agent, sessions, entities, and requests that wait for the user. The file lists each once.
export * from "./reads.js";

// Saving
export { type EditableDraft, useDraft, usePersistence } from "./persistence.js";

// The values of the composables
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
