export { memoryStorage } from "./memoryStorage.js";
export {
  type AcpStorage,
  checkEpoch,
  isStorageFullError,
  isSupersededError,
  StorageFullError,
  type StorageWrite,
  type StoredDocument,
  SupersededError,
} from "./storage.js";
