/**
 * Storages in a folder and in SQLite.
 * @module
 */
export { type FileStorageOptions, fileStorage } from "./fileStorage.js";
export { type SqliteDatabase, type SqliteStatement, sqliteStorage } from "./sqliteStorage.js";
