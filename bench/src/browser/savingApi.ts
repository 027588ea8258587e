/** The time of one save, in milliseconds. */
export interface SaveResult {
  /** The longest time for which the page could not react. */
  readonly blockedMs: number;
  /** The time until the storage has acknowledged the write. */
  readonly totalMs: number;
}

/** The time until all saved sessions are in a store again. */
export interface RestoreResult {
  readonly totalMs: number;
  /** The number of items in the timelines of the sessions. */
  readonly items: number;
}

/** The functions of the page that saves a session with IndexedDB. */
export interface SavingPage {
  /** Saves a session in full, as a compaction does. `lines` are its updates as JSON. */
  save(lines: readonly string[]): Promise<SaveResult>;
  /** Restores the saved sessions into a new store. */
  restore(): Promise<RestoreResult>;
}
