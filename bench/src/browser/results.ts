/** What 5,000 updates to one of 1,000 mounted rows cost. */
export interface RowsResult {
  readonly microseconds: number;
  readonly updates: number;
  readonly rendersOfTheRow: number;
  readonly rendersOfOthers: number;
  readonly selectorRuns: number;
}

/** What 10,000 pieces of one visible message cost. */
export interface MessageResult {
  readonly chunks: number;
  readonly frames: number;
  readonly renders: number;
  readonly mostRendersInAFrame: number;
}

/** How the rows of the page read the store. */
export type RowKind = "useToolCall" | "useStore";

/** What the page offers to whoever drives it. */
export interface BenchPage {
  rows(kind: RowKind, batch: number, updates: number): Promise<RowsResult>;
  message(chunks: number): Promise<MessageResult>;
}
