import type { Version } from "../wire/update.js";
import type { Workload } from "../workloads/workloads.js";

/** One state that processes lines. */
export interface Run {
  /** Processes lines as fast as possible, for setup that is not measured. */
  load(lines: readonly string[]): void;
  /** Processes one line and produces the state and the patches. */
  applyLine(line: string): void;
  /** Processes the rest of an incomplete batch. */
  flush?(): void;
}

/** A way to keep the state of a connection. */
export interface Contestant<Started extends Run = Run> {
  readonly name: string;
  /** A remark that is shown with its figures. */
  readonly note?: string;
  /** Starts a run with an empty state. */
  start(version: Version): Started;
  /**
   * Returns the number of lines that it can process in reasonable time. If the workload has more,
   * lines from its middle are measured.
   */
  maxLines?(workload: Workload): number;
}

/** The number of notifications in a batch. */
export const BATCH_SIZE = 64;

/** Receives the results of all contestants, so that the engine cannot optimize their work away. */
export interface Sink {
  state: unknown;
  patches: number;
  /** The run that warmed up the engine. */
  warmUpRun: unknown;
}

export const sink: Sink = { state: undefined, patches: 0, warmUpRun: undefined };
