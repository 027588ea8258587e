/** The cost of updates to one of 1,000 mounted rows. */
export interface RowsResult {
  /** The time per update, in microseconds. */
  readonly microseconds: number;
  readonly updates: number;
  readonly updatedRowRenders: number;
  readonly otherRowRenders: number;
}

/** The cost of chunks that are streamed into one visible message. */
export interface MessageResult {
  readonly chunks: number;
  readonly frames: number;
  readonly renders: number;
  readonly maxRendersPerFrame: number;
}

/** The time until all saved sessions are in a store again, and the number of their items. */
export interface RestoreResult {
  readonly milliseconds: number;
  readonly items: number;
}

/** The functions that `page/main.ts` adds to a page as `benchPage`. */
export interface BenchPage {
  /** Measures updates to one of many mounted rows. React renders after each batch. */
  measureRows(batchSize: number, updates: number): Promise<RowsResult>;
  /** Measures a message that is streamed while it is visible. */
  measureMessage(chunks: number): Promise<MessageResult>;
  /**
   * Saves a session as a whole, as a compaction does. `lines` are its updates as JSON. Resolves with
   * the longest time for which the page could not react, in milliseconds.
   */
  save(lines: readonly string[]): Promise<number>;
  /** Restores the saved sessions into a new store. */
  restore(): Promise<RestoreResult>;
}
