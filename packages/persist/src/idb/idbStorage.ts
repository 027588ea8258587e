import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import {
  type AcpStorage,
  checkEpoch,
  isSupersededError,
  StorageFullError,
  StorageUnavailableError,
} from "../storage.js";

const VERSION = 1;
const STORES = ["documents", "texts"] as const;
/** The longest time that a call waits for the database to open, in ms. */
const OPEN_TIME = 10_000;
/** Waits for the disk, so that an acknowledged write also survives a power failure. */
const OPTIONS = { durability: "strict" } as const;

interface Schema extends DBSchema {
  /** The epoch of each document, and the number of records in its journal. */
  documents: { key: string; value: { readonly epoch: number; readonly records: number } };
  /** The snapshot of a document has the index 0, and the records of its journal follow. */
  texts: { key: [id: string, index: number]; value: string };
}

type Database = IDBPDatabase<Schema>;
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, typeof STORES, Mode>;

/**
 * Creates a storage in a database of IndexedDB, which the first call opens. Use it in pages and
 * workers. Each write is one transaction, and an addition writes one record.
 *
 * The storage closes its connection when another tab deletes or upgrades the database, and opens it
 * again for the next call. It does the same after the browser has closed the connection. An addition
 * to a document that was deleted with the database is rejected as unavailable, so that the next write
 * saves it in full. Without
 * `navigator.storage.persist()`, a browser that runs out of space may delete the database. Rarely,
 * Chromium finds the database damaged after it was killed, and deletes it.
 *
 * @throws The returned methods reject with a {@link StorageUnavailableError} when the database cannot
 *   be opened or used: the page may not store data, as in some private windows, the disk fails, a
 *   newer version of this package has upgraded the database, or another tab blocks it for 10 seconds.
 *
 * @param name The name of the database. It belongs to this storage alone.
 *
 * @example
 * ```ts
 * import { idbStorage } from "@acp-store/persist/idb";
 *
 * const storage = idbStorage("my-client");
 * await storage.write({ id: "s1", epoch: 1, snapshot: "…" });
 * await storage.list(); // ["s1"]
 * ```
 */
export function idbStorage(name: string): AcpStorage {
  let connection: Promise<Database> | undefined;
  /** The connection with which this storage has last written each document. */
  const lastWrites = new Map<string, Database>();

  function forgetConnection(): void {
    connection = undefined;
  }

  function connect(): Promise<Database> {
    if (connection === undefined) {
      connection = open();
      connection.catch(forgetConnection);
    }
    return withTimeLimit(connection);
  }

  async function open(): Promise<Database> {
    // No `blocked` listener: it concerns upgrades from an older version, and there is none yet.
    const database = await openDB<Schema>(name, VERSION, {
      upgrade(created) {
        for (const store of STORES) created.createObjectStore(store);
      },
      blocking() {
        forgetConnection();
        database.close();
      },
      terminated: forgetConnection,
    });
    return database;
  }

  async function begin<Mode extends IDBTransactionMode>(mode: Mode): Promise<Transaction<Mode>> {
    const database = await connect();
    try {
      return database.transaction(STORES, mode, OPTIONS);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      // The connection was closed after the call began.
      forgetConnection();
      return (await connect()).transaction(STORES, mode, OPTIONS);
    }
  }

  /** Runs requests in one transaction, and resolves when it is complete. */
  async function transact<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    id: string,
    run: (transaction: Transaction<Mode>) => Promise<Result>,
  ): Promise<Result> {
    let transaction: Transaction<Mode> | undefined;
    try {
      transaction = await begin(mode);
      const [result] = await Promise.all([run(transaction), transaction.done]);
      return result;
    } catch (error) {
      if (isSupersededError(error)) throw error;
      // A request that fails with its transaction reports only that the transaction was aborted.
      const cause = transaction?.error ?? error;
      throw isQuotaError(cause)
        ? new StorageFullError(id, { cause })
        : new StorageUnavailableError(name, { cause });
    }
  }

  return {
    list: () =>
      transact("readonly", "", (transaction) => transaction.objectStore("documents").getAllKeys()),
    read: (id) =>
      transact("readonly", id, async (transaction) => {
        const [entry, texts] = await Promise.all([
          transaction.objectStore("documents").get(id),
          transaction.objectStore("texts").getAll(textsOf(id)),
        ]);
        const [snapshot, ...journal] = texts;
        if (entry === undefined || snapshot === undefined) return undefined;
        return { epoch: entry.epoch, snapshot, journal };
      }),
    write: (write) =>
      transact("readwrite", write.id, async (transaction) => {
        const documents = transaction.objectStore("documents");
        const texts = transaction.objectStore("texts");
        const { id, epoch } = write;
        const current = await documents.get(id);
        const isAddition = "append" in write;
        const lastWrite = lastWrites.get(id) ?? transaction.db;
        if (isAddition && current === undefined && lastWrite !== transaction.db)
          throw new Error("the database was deleted while it was open");
        checkEpoch(write, current?.epoch);
        lastWrites.set(id, transaction.db);
        const records = isAddition && current !== undefined ? current.records + 1 : 0;
        const requests: Promise<unknown>[] = [documents.put({ epoch, records }, id)];
        if (!isAddition) requests.push(texts.delete(textsOf(id)));
        requests.push(texts.put(isAddition ? write.append : write.snapshot, [id, records]));
        // Without waiting for the results, in case the page is about to go away.
        transaction.commit();
        await Promise.all(requests);
      }),
    remove: (id) =>
      transact("readwrite", id, async (transaction) => {
        lastWrites.delete(id);
        await Promise.all([
          transaction.objectStore("documents").delete(id),
          transaction.objectStore("texts").delete(textsOf(id)),
        ]);
      }),
  };
}

/** Rejects if the database takes too long to open. The next call waits for the same attempt. */
async function withTimeLimit(connection: Promise<Database>): Promise<Database> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeLimit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            `it is not open after ${OPEN_TIME / 1000} s. Close the other tabs of this application, one of which may be deleting or upgrading it`,
          ),
        ),
      OPEN_TIME,
    );
  });
  try {
    return await Promise.race([connection, timeLimit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the range of a document's texts. In IndexedDB, numbers come before arrays. */
const textsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";
