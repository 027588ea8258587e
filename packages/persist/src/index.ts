// Saving
export { persistSessions } from "./persistSessions.js";

// Restoring
export { AcpPersistError, isAcpPersistError } from "./errors.js";
export { readSession, savedSessions } from "./savedSessions.js";

// Drafts
export { drafts } from "./drafts.js";

// Storages
export { memoryStorage } from "./memoryStorage.js";
export {
  checkEpoch,
  isStorageFullError,
  isStorageUnavailableError,
  isSupersededError,
  StorageFullError,
  StorageUnavailableError,
  SupersededError,
} from "./storage.js";

// Types: saving
export type { Persistence, PersistOptions } from "./persistence.js";
export type { RedactText } from "./redactor.js";
export type { SavingStatus, SessionSaving } from "@acp-store/core/reads";

// Types: restoring
export type { AcpPersistErrorReason } from "./errors.js";
export type { SavedSession, SavedSessionInfo } from "./format.js";
export type { RestoredSessions, SavedSessionState } from "./savedSessions.js";

// Types: drafts
export type { DraftChange, DraftOptions, Drafts } from "./drafts.js";

// Types: storages
export type { AcpStorage, StorageWrite, StoredDocument } from "./storage.js";
