// Saving
export type { Persistence, PersistOptions } from "./persistence.js";
export { persistSessions } from "./persistSessions.js";
export type { RedactText } from "./redactor.js";
export type { SavingStatus, SessionSaving } from "@acp-store/core/reads";

// Restoring
export {
  AcpPersistError,
  type AcpPersistErrorReason,
  isAcpPersistError,
} from "./errors.js";
export type { SavedSessionInfo } from "./format.js";
export {
  readSession,
  type RestoredSessions,
  type SavedSession,
  savedSessions,
  type SavedSessionState,
} from "./savedSessions.js";

// Drafts
export { type DraftChange, drafts, type Drafts, type DraftOptions } from "./drafts.js";

// Storages
export { memoryStorage } from "./memoryStorage.js";
export {
  type AcpStorage,
  checkEpoch,
  isStorageFullError,
  isStorageUnavailableError,
  isSupersededError,
  StorageFullError,
  StorageUnavailableError,
  type StorageWrite,
  type StoredDocument,
  SupersededError,
} from "./storage.js";
