import { type AcpStorage, checkEpoch, StorageFullError, type StorageWrite } from "../storage.js";

/** The value of a snapshot: the epoch, the generation of the journal, and the text. */
const SNAPSHOT = /^(\d+):([0-9a-z]+):/;

/** The journal behind a snapshot. Each snapshot begins a new generation. */
interface Journal {
  readonly generation: string;
  /** The number of records. */
  length: number;
}

/**
 * Creates a storage in `localStorage` or `sessionStorage`. Each record of a journal has its own
 * key, so an addition does not rewrite the earlier ones.
 *
 * Choose `idbStorage` for all but small amounts. Browsers limit Web Storage to about 5 million
 * characters per origin, its methods block the page, and a browser that is killed loses what was
 * written in the last seconds. A tab that crashes loses nothing. Browsers do not
 * lock Web Storage either: of two tabs that write the same document in the same milliseconds, both
 * may believe that they own it until their next write.
 *
 * `window.localStorage` itself throws a `SecurityError` in a page that may not store data.
 *
 * @param prefix Begins all keys. Keys without it are ignored. Default: `acp-store:`.
 *
 * @example
 * ```ts
 * import { webStorage } from "@acp-store/persist/web";
 *
 * const storage = webStorage(localStorage);
 * await storage.write({ id: "s1", epoch: 1, snapshot: "…" });
 * await storage.list(); // ["s1"]
 * ```
 */
export function webStorage(area: Storage, prefix = "acp-store:"): AcpStorage {
  const snapshotPrefix = `${prefix}snapshot:`;
  const recordPrefix = `${prefix}record:`;
  /** The journals that this storage has appended to, by document. */
  const journals = new Map<string, Journal>();

  // The id comes last, so that its characters cannot change the meaning of a key.
  const recordKey = (id: string, generation: string, index: number): string =>
    `${recordPrefix}${generation}.${index}:${id}`;

  const keysFrom = (start: string): string[] =>
    Array.from({ length: area.length }, (_, index) => area.key(index) ?? "").filter((key) =>
      key.startsWith(start),
    );

  function readSnapshot(id: string) {
    const value = area.getItem(snapshotPrefix + id);
    if (value === null) return undefined;
    // A damaged start leaves a text that the checksums of its readers reject.
    const [start = "", epoch = 0, generation = ""] = SNAPSHOT.exec(value) ?? [];
    return { epoch: Number(epoch), generation, text: value.slice(start.length) };
  }

  /** Returns the journal of a generation, with the records that another storage has appended. */
  function journalOf(id: string, generation: string): Journal {
    const known = journals.get(id);
    const journal = known?.generation === generation ? known : { generation, length: 0 };
    while (area.getItem(recordKey(id, generation, journal.length)) !== null) journal.length++;
    journals.set(id, journal);
    return journal;
  }

  /** Removes the records of a document, except those of one generation. */
  function removeRecords(id: string, kept?: string): void {
    for (const key of keysFrom(recordPrefix)) {
      const idStart = key.indexOf(":", recordPrefix.length) + 1;
      const isKept = kept !== undefined && key.startsWith(`${recordPrefix}${kept}.`);
      if (key.slice(idStart) === id && !isKept) area.removeItem(key);
    }
  }

  function perform(write: StorageWrite): void {
    const { id, epoch } = write;
    const current = readSnapshot(id);
    checkEpoch(write, current?.epoch);
    if ("append" in write) {
      if (current === undefined) return;
      const journal = journalOf(id, current.generation);
      area.setItem(recordKey(id, journal.generation, journal.length), write.append);
      journal.length++;
      return;
    }
    // This one assignment replaces the snapshot and empties the journal. A crash after it only
    // leaves records that nothing reads, until the next snapshot removes them.
    const generation = Math.random().toString(36).slice(2);
    area.setItem(snapshotPrefix + id, `${epoch}:${generation}:${write.snapshot}`);
    removeRecords(id, generation);
  }

  return {
    list: async () => keysFrom(snapshotPrefix).map((key) => key.slice(snapshotPrefix.length)),
    async read(id) {
      const current = readSnapshot(id);
      if (current === undefined) return undefined;
      const { epoch, generation, text: snapshot } = current;
      const journal: string[] = [];
      for (let record: string | null; ; journal.push(record)) {
        record = area.getItem(recordKey(id, generation, journal.length));
        if (record === null) return { epoch, snapshot, journal };
      }
    },
    async write(write) {
      try {
        perform(write);
      } catch (error) {
        throw isWebQuotaError(error) ? new StorageFullError(write.id, { cause: error }) : error;
      }
    },
    async remove(id) {
      area.removeItem(snapshotPrefix + id);
      removeRecords(id);
      journals.delete(id);
    },
  };
}

/** Returns whether an error says that the storage is full. Firefox has its own name for it. */
const isWebQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && /^QuotaExceeded|^NS_ERROR_DOM_QUOTA/.test(error.name);
