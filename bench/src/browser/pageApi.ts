/** The cost of updates to one of 1,000 mounted rows. */
export interface RowsResult {
  /** The time per update, in microseconds. */
  readonly microseconds: number;
  readonly updates: number;
  readonly updatedRowRenders: number;
  readonly otherRowRenders: number;
  readonly selectorCalls: number;
}

/** The cost of chunks that are streamed into one visible message. */
export interface MessageResult {
  readonly chunks: number;
  readonly frames: number;
  readonly renders: number;
  readonly maxRendersPerFrame: number;
}

/** The hook with which the rows of the page read the store. */
export type RowKind = "useToolCall" | "useStore";

/** The functions that the page provides to the benchmark. */
export interface BenchPage {
  /** Measures updates to one of many mounted rows. React renders after each batch. */
  measureRows(kind: RowKind, batchSize: number, updates: number): Promise<RowsResult>;
  /** Measures a message that is streamed while it is visible. */
  measureMessage(chunks: number): Promise<MessageResult>;
}
