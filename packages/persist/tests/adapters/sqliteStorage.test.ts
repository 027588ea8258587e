import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { savedSessions } from "@acp-store/persist";
import { type SqliteDatabase, sqliteStorage } from "@acp-store/persist/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { savingStore } from "../support/savingStore.js";
import { type OpenDatabase, type SqliteDriver, sqliteDrivers } from "../support/sqliteDrivers.js";
import {
  type LimitedPlace,
  type PersistentPlace,
  testLimitedStorage,
  testConcurrentStorages,
  testPersistentStorage,
} from "./persistentContract.js";
import { testStorage } from "./storageContract.js";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Passes calls to a database after it has counted them, with the rows that they return. */
function countCalls(database: SqliteDatabase, count: (calls: number) => void): SqliteDatabase {
  return {
    exec(sql) {
      count(1);
      return database.exec(sql);
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run(...parameters) {
          count(1);
          return statement.run(...parameters);
        },
        get(...parameters) {
          count(1);
          return statement.get(...parameters);
        },
        all(...parameters) {
          const rows = statement.all(...parameters);
          count(1 + rows.length);
          return rows;
        },
      };
    },
  };
}

function placeAt(path: string, driver: SqliteDriver): PersistentPlace & LimitedPlace {
  const opened: OpenDatabase[] = [];
  let calls = 0;
  function openDatabase(): OpenDatabase {
    const database = driver.open(path);
    opened.push(database);
    onTestFinished(() => void database.close());
    database.exec(
      "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF",
    );
    return database;
  }
  return {
    open: () => sqliteStorage(countCalls(openDatabase(), (count) => (calls += count))),
    async copy() {
      const copied = join(createFolder(), "copy.db");
      for (const suffix of ["", "-wal"])
        if (existsSync(path + suffix)) cpSync(path + suffix, copied + suffix);
      return placeAt(copied, driver);
    },
    async addForeignContent() {
      openDatabase().exec(`
        CREATE TABLE IF NOT EXISTS documents (id TEXT, text TEXT);
        INSERT INTO documents VALUES ('s1', 'foreign');
      `);
    },
    work: () => calls,
    async limitSpace() {
      for (const database of opened) database.exec("PRAGMA max_page_count = 50");
      return async () => {
        for (const database of opened) database.exec("PRAGMA max_page_count = 1000000");
      };
    },
  };
}

describe.each(sqliteDrivers)("with $name", (driver) => {
  const createPlace = async () => placeAt(join(createFolder(), "sessions.db"), driver);

  testStorage(createPlace);
  testPersistentStorage(createPlace);
  testConcurrentStorages(createPlace);
  testLimitedStorage(createPlace);

  it("undoes a write whose statements do not all succeed", async () => {
    const database = driver.open(":memory:");
    onTestFinished(() => void database.close());
    const before = { epoch: 1, snapshot: "a", journal: ["b"] };
    const storage = sqliteStorage(database);
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 1, append: "b" });
    for (let failing = 1, isWritten = false; !isWritten; failing++) {
      let calls = 0;
      const failingStorage = sqliteStorage(
        countCalls(database, () => {
          // The first call creates the tables.
          if (calls++ === failing) throw new Error("The statement has failed.");
        }),
      );
      expect(await storage.read("s1")).toEqual(before);
      isWritten = await failingStorage.write({ id: "s1", epoch: 1, snapshot: "c" }).then(
        () => true,
        () => false,
      );
    }
    expect(await storage.read("s1")).toEqual({ epoch: 1, snapshot: "c", journal: [] });
  });

  it.each(["snapshot", "record"])("lists every session if a %s is damaged", async (column) => {
    const database = driver.open(":memory:");
    onTestFinished(() => void database.close());
    const storage = sqliteStorage(database);
    const { persistence, say } = savingStore(storage);
    for (const sessionId of ["s1", "s1", "s2", "s2"]) {
      say("Hello", sessionId);
      await persistence.flush();
    }
    const table = column === "snapshot" ? "acp_store_documents" : "acp_store_journal";
    database.exec(
      `UPDATE ${table} SET ${column} = '"' || substr(${column}, 2) WHERE id = 'session/s1'`,
    );
    const sessions = await savedSessions(storage);
    expect(sessions.map(({ sessionId, status }) => `${sessionId} ${status}`).toSorted()).toEqual([
      `s1 ${column === "snapshot" ? "corrupt" : "truncated"}`,
      "s2 complete",
    ]);
  });

  it("gives a document another version with every write", async () => {
    const database = driver.open(":memory:");
    onTestFinished(() => void database.close());
    const storage = sqliteStorage(database);
    const seen: (string | undefined)[] = [];
    const addVersion = async (): Promise<void> => {
      const versions = await storage.versions?.([]);
      seen.push(versions?.get("\u0000s1"));
      expect(versions?.get("s2")).toBe((await sqliteStorage(database).versions?.([]))?.get("s2"));
    };
    await storage.write({ id: "s2", epoch: 1, snapshot: "b" });
    for (let round = 0; round < 3; round++) {
      for (const write of [
        { snapshot: "a" },
        { snapshot: "a" },
        { append: "c" },
        { append: "c" },
      ]) {
        await storage.write({ id: "\u0000s1", epoch: 1, ...write });
        await addVersion();
      }
      await storage.remove("\u0000s1");
      expect([...((await storage.versions?.([])) ?? new Map()).keys()]).toEqual(["s2"]);
    }
    expect(seen).not.toContain(undefined);
    expect(new Set(seen).size).toBe(12);
  });

  it("lists unchanged sessions without reading them", async () => {
    const database = driver.open(":memory:");
    onTestFinished(() => void database.close());
    const storage = sqliteStorage(database);
    const { persistence, say } = savingStore(storage);
    say("Hello", "s1");
    say("Hello", "s2");
    await persistence.flush();
    const sessions = await savedSessions(storage);
    say("More", "s2");
    await persistence.flush();
    const reads: string[] = [];
    const read = (id: string) => {
      reads.push(id);
      return storage.read(id);
    };
    expect(await savedSessions({ ...storage, read })).toHaveLength(sessions.length);
    expect(reads.filter((id) => id.startsWith("session/"))).toEqual(["session/s2"]);
  });

  it("finds records by an index", async () => {
    const database = driver.open(":memory:");
    onTestFinished(() => void database.close());
    sqliteStorage(database);
    for (const sql of [
      "SELECT record FROM acp_store_journal WHERE id = 's1' ORDER BY position",
      "DELETE FROM acp_store_journal WHERE id = 's1'",
    ])
      expect(JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())).toContain(
        "USING INDEX acp_store_journal_id",
      );
  });

  it("rejects with the error of the driver when another process holds the database", async () => {
    const path = join(createFolder(), "sessions.db");
    const [first, second] = [driver.open(path), driver.open(path)];
    onTestFinished(() => void [first.close(), second.close()]);
    const storage = sqliteStorage(first);
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    first.exec("PRAGMA busy_timeout = 0");
    second.exec("BEGIN EXCLUSIVE");
    await expect(storage.write({ id: "s1", epoch: 1, append: "b" })).rejects.toThrow("locked");
    second.exec("ROLLBACK");
    await storage.write({ id: "s1", epoch: 1, append: "c" });
    expect((await storage.read("s1"))?.journal).toEqual(["c"]);
  });
});
