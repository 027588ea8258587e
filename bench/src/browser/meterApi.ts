/** The delays of a page while it was measured. All times are in milliseconds. */
export interface MeterResult {
  /** The times between two frames. */
  readonly frames: readonly number[];
  /** The times from each key press until the page received it. */
  readonly inputDelays: readonly number[];
  /** The times from each key press until the next paint. */
  readonly inputPaints: readonly number[];
  /** The time from the last update that the agent sent until its paint. */
  readonly lag: number;
}

/** The functions that the script adds to a page as `pageMeter`. */
export interface PageMeter {
  /** Starts measuring. */
  start(): void;
  /** Stops measuring when the end of the turn is painted. */
  stopAtEnd(): Promise<MeterResult>;
}
