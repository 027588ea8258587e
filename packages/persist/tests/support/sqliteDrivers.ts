import type { SqliteDatabase } from "@acp-store/persist/node";
import Libsql from "libsql";

/** A database that a test can close. */
export interface OpenDatabase extends SqliteDatabase {
  close(): unknown;
}

/** A library with which JavaScript uses SQLite. */
export interface SqliteDriver {
  readonly name: string;
  readonly open: (path: string) => OpenDatabase;
}

/** The part of `node:sqlite` that the tests need. The types of Node 20 do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => OpenDatabase;
}

const isNodeSqlite = (module: object | undefined): module is NodeSqlite =>
  module !== undefined && "DatabaseSync" in module;

const nodeSqlite = process.getBuiltinModule("node:sqlite");

/**
 * The drivers to test with: `libsql`, which has the interface of `better-sqlite3` and needs no compiler,
 * and `node:sqlite` in versions of Node that have it.
 */
export const sqliteDrivers: readonly SqliteDriver[] = [
  { name: "libsql", open: (path) => new Libsql(path) },
  ...(isNodeSqlite(nodeSqlite)
    ? [{ name: "node:sqlite", open: (path: string) => new nodeSqlite.DatabaseSync(path) }]
    : []),
];
