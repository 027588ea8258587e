import { type AcpStorage, checkEpoch, StorageFullError, type StorageWrite } from "../storage.js";
import { escapeText, parseText } from "./escapeText.js";

/** A prepared statement, as `better-sqlite3` and `node:sqlite` return it. */
export interface SqliteStatement {
  /** Runs the statement. */
  run(...parameters: (string | number)[]): unknown;
  /** Runs the statement and returns its first row, or `undefined` if there is none. */
  get(...parameters: (string | number)[]): unknown;
  /** Runs the statement and returns its rows. */
  all(...parameters: (string | number)[]): unknown[];
}

/**
 * An open SQLite database: the `Database` of `better-sqlite3`, the `DatabaseSync` of `node:sqlite`, or
 * anything else with these methods.
 */
export interface SqliteDatabase {
  /** Runs SQL statements without parameters. */
  exec(sql: string): unknown;
  /** Compiles one SQL statement. */
  prepare(sql: string): SqliteStatement;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS acp_store_documents (
    id TEXT PRIMARY KEY, epoch NUMERIC NOT NULL, snapshot TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS acp_store_journal (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS acp_store_journal_id ON acp_store_journal (id);
`;

/**
 * Creates a storage in a SQLite database, in two tables whose names begin with `acp_store_`. They are
 * created if they do not exist. All other tables are left alone, so the database can be the one that
 * the application already has.
 *
 * Each write is one transaction, so do not call the storage while a transaction of the application is
 * open on the same connection. For several processes, set `PRAGMA busy_timeout`, or a write rejects
 * when another process is writing. Use `PRAGMA journal_mode = WAL`: writes are faster, and do not wait
 * for readers. With `PRAGMA synchronous = NORMAL` in that mode, a write survives a crash of the
 * process, but the latest ones may be lost when the machine loses power.
 *
 * @throws The errors of the driver: from this function when the tables cannot be created, and as
 *   rejections when a write fails for a reason other than a lack of space.
 *
 * @example
 * ```ts
 * import { sqliteStorage } from "@acp-store/persist/node";
 * import Database from "better-sqlite3";
 *
 * const database = new Database("sessions.db");
 * database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
 * const storage = sqliteStorage(database);
 * await storage.write({ id: "s1", epoch: 1, snapshot: "…" });
 * ```
 */
export function sqliteStorage(database: SqliteDatabase): AcpStorage {
  database.exec(SCHEMA);
  const ids = database.prepare("SELECT id FROM acp_store_documents");
  const epochOf = database.prepare("SELECT epoch FROM acp_store_documents WHERE id = ?");
  const document = database.prepare("SELECT epoch, snapshot FROM acp_store_documents WHERE id = ?");
  const journal = database.prepare(
    "SELECT record FROM acp_store_journal WHERE id = ? ORDER BY position",
  );
  // No two snapshots have the same rowid, even if a document was removed between them.
  const replace = database.prepare(
    "INSERT OR REPLACE INTO acp_store_documents (rowid, id, epoch, snapshot) VALUES (random(), ?, ?, ?)",
  );
  // As text, because the numbers of JavaScript do not hold every rowid. Positions grow within a journal.
  const versions = database.prepare(`
    SELECT id, rowid || '/' || coalesce((
      SELECT max(position) FROM acp_store_journal WHERE id = acp_store_documents.id
    ), '') AS version FROM acp_store_documents
  `);
  const append = database.prepare("INSERT INTO acp_store_journal (id, record) VALUES (?, ?)");
  const removeDocument = database.prepare("DELETE FROM acp_store_documents WHERE id = ?");
  const emptyJournal = database.prepare("DELETE FROM acp_store_journal WHERE id = ?");

  /** Runs a function in one transaction. `IMMEDIATE` locks out other writers from the beginning. */
  function transact<Result>(kind: "DEFERRED" | "IMMEDIATE", run: () => Result): Result {
    database.exec(`BEGIN ${kind}`);
    try {
      const result = run();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  function rollBack(): void {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
  }

  function perform(write: StorageWrite): void {
    const id = escapeText(write.id);
    const current = epochOf.get(id);
    checkEpoch(write, current === undefined ? undefined : numberIn(current, "epoch"));
    if ("append" in write) {
      append.run(id, escapeText(write.append));
      return;
    }
    replace.run(id, write.epoch, escapeText(write.snapshot));
    emptyJournal.run(id);
  }

  return {
    list: async () => ids.all().map((row) => textIn(row, "id")),
    versions: async () =>
      new Map(versions.all().map((row) => [textIn(row, "id"), textIn(row, "version")])),
    read: async (id) =>
      transact("DEFERRED", () => {
        const row = document.get(escapeText(id));
        if (row === undefined) return undefined;
        return {
          epoch: numberIn(row, "epoch"),
          snapshot: textIn(row, "snapshot"),
          journal: journal.all(escapeText(id)).map((record) => textIn(record, "record")),
        };
      }),
    async write(write) {
      try {
        transact("IMMEDIATE", () => perform(write));
      } catch (error) {
        throw isFull(error) ? new StorageFullError(write.id, { cause: error }) : error;
      }
    },
    remove: async (id) =>
      transact("IMMEDIATE", () => {
        removeDocument.run(escapeText(id));
        emptyJournal.run(escapeText(id));
      }),
  };
}

function columnOf(row: unknown, name: string): unknown {
  return typeof row === "object" && row !== null
    ? Object.getOwnPropertyDescriptor(row, name)?.value
    : undefined;
}

const numberIn = (row: unknown, name: string): number => Number(columnOf(row, name));

/** Returns the text in a column. Damaged text is returned unchanged, for the checksums to reject. */
function textIn(row: unknown, name: string): string {
  const stored = String(columnOf(row, name));
  return parseText(stored) ?? stored;
}

/** Tells a full disk from other errors. All drivers report the text of SQLite, but different codes. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("database or disk is full");
