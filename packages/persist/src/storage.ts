import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/** One document of a storage: its latest snapshot, and the texts appended since then. */
export interface StoredDocument {
  /** The epoch of the writer that wrote the snapshot. */
  readonly epoch: number;
  /** The text that was written as the snapshot. */
  readonly snapshot: string;
  /** The texts that were appended after the snapshot, in the order of their writes. */
  readonly journal: readonly string[];
}

/** One write: a new snapshot, which also empties the journal, or an addition to the journal. */
export type StorageWrite = {
  /** The id of the document. Any text, with any characters and any length. */
  readonly id: string;
  /**
   * The epoch of the writer, a whole number. Each writer has its own, and a newer writer a greater
   * one.
   */
  readonly epoch: number;
} & ({ readonly snapshot: string } | { readonly append: string });

/**
 * The place where sessions are saved: documents of text by id. Adapters for memory, IndexedDB, Web
 * Storage, files and SQLite are part of this package; a new one takes about 20 lines.
 *
 * The texts are opaque to a storage. It must keep each write whole or not at all, and keep the order
 * of writes. A write that was acknowledged survives a crash of the process.
 */
export interface AcpStorage {
  /** Resolves with the ids of all documents, in any order. */
  list(): Promise<readonly string[]>;
  /**
   * Resolves with the ids of all documents, each with a text that every write of the document changes, or
   * with `undefined` for one whose next write may not change it. Optional: with it, `savedSessions` reads
   * only what has changed.
   *
   * @param knownIds The ids that the caller expects, which the storage need not look up.
   */
  versions?(knownIds: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Resolves with a document, or with `undefined` if there is none with this id. */
  read(id: string): Promise<StoredDocument | undefined>;
  /**
   * Writes atomically, and resolves when the write will survive a crash of the process.
   *
   * Writes of one storage to the same document take effect in the order of the calls. If the promise
   * rejects, or the process ends before it resolves, the write may still have happened: an
   * addition that is repeated is kept twice, and a snapshot that is repeated replaces itself. So the
   * write after a failure should be a snapshot.
   *
   * @throws SupersededError if the document has a snapshot of a newer epoch, or if there is nothing
   *   to append to: no snapshot, or one of another epoch. Nothing is written then.
   * @throws StorageFullError if there is no space left. Nothing is written then.
   * @throws StorageUnavailableError if the storage cannot be opened or used.
   */
  write(write: StorageWrite): Promise<void>;
  /** Removes a document. Does nothing if there is none with this id. */
  remove(id: string): Promise<void>;
}

/**
 * Thrown by {@link AcpStorage.write} when another writer has taken over the document, such as a
 * second tab. The writer must stop.
 */
export class SupersededError extends AcpStoreError<"superseded"> {
  override readonly name = "SupersededError";

  constructor(
    /** The id of the document. */
    readonly id: string,
    options?: ErrorOptions,
  ) {
    super(
      "superseded",
      `[acp-store] Another writer, such as a second tab, has taken over "${id}" in this storage. This writer stops.`,
      options,
    );
  }
}

/** Returns whether a caught value is a {@link SupersededError}. */
export const isSupersededError: (value: unknown) => value is SupersededError =
  /* @__PURE__ */ createErrorGuard<SupersededError>("SupersededError");

/** Thrown by {@link AcpStorage.write} when the storage has no space left. */
export class StorageFullError extends AcpStoreError<"full"> {
  override readonly name = "StorageFullError";

  constructor(
    /** The id of the document. */
    readonly id: string,
    options?: ErrorOptions,
  ) {
    super(
      "full",
      `[acp-store] There is no space left in this storage to save "${id}". Remove saved sessions, or free space.`,
      options,
    );
  }
}

/** Returns whether a caught value is a {@link StorageFullError}. */
export const isStorageFullError: (value: unknown) => value is StorageFullError =
  /* @__PURE__ */ createErrorGuard<StorageFullError>("StorageFullError");

/**
 * Thrown by the methods of {@link AcpStorage} when the storage cannot be opened or used, such as
 * IndexedDB in a page that may not store data. The `cause` is the error of the platform.
 */
export class StorageUnavailableError extends AcpStoreError<"unavailable"> {
  override readonly name = "StorageUnavailableError";

  constructor(
    /** The name of the storage, such as the name of the database. */
    readonly storage: string,
    options: ErrorOptions,
  ) {
    super(
      "unavailable",
      `[acp-store] The storage "${storage}" cannot be used: ${String(options.cause)}. Check that this page or process may store data there.`,
      options,
    );
  }
}

/** Returns whether a caught value is a {@link StorageUnavailableError}. */
export const isStorageUnavailableError: (value: unknown) => value is StorageUnavailableError =
  /* @__PURE__ */ createErrorGuard<StorageUnavailableError>("StorageUnavailableError");

/**
 * Throws if a document with a snapshot of `current` must not accept the write. Adapters call it
 * before they write, in the same transaction.
 *
 * @throws SupersededError as {@link AcpStorage.write}.
 */
export function checkEpoch(write: StorageWrite, current: number | undefined): void {
  const isAllowed =
    "append" in write ? write.epoch === current : current === undefined || write.epoch >= current;
  if (!isAllowed) throw new SupersededError(write.id);
}

/** Epochs are times in ms with this many random values each, so they last until the year 2109. */
const EPOCHS_PER_MS = 2048;

/**
 * Returns the epoch of a new writer. It is greater than the current one, grows with the time, and has
 * a random part, so that two tabs that start at the same time do not share it.
 */
export function nextEpoch(current = 0): number {
  const time = Math.max(Date.now(), Math.floor(current / EPOCHS_PER_MS) + 1);
  return time * EPOCHS_PER_MS + Math.floor(Math.random() * EPOCHS_PER_MS);
}
