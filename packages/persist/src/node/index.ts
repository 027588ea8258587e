export { type FileStorageOptions, fileStorage } from "./fileStorage.js";
export { type SqliteDatabase, type SqliteStatement, sqliteStorage } from "./sqliteStorage.js";
