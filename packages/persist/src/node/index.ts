/**
 * Storages in a folder and in SQLite, and the lock of a folder.
 * @module
 */
export { type FileStorageOptions, fileStorage } from "./fileStorage.js";
export { type FolderHolder, FolderInUseError, isFolderInUseError } from "./folderInUseError.js";
export { type FolderLock, lockFolder } from "./lockFolder.js";
export { type SqliteDatabase, type SqliteStatement, sqliteStorage } from "./sqliteStorage.js";
