import type { Version } from "../wire/update.js";
import type { Workload } from "../workloads/workload.js";

/** One state, fed with lines. */
export interface Run {
  /** Takes lines as fast as it can: what they do is not measured. */
  load(lines: readonly string[]): void;
  /** Takes one line, and hands out the state and the patches after it. */
  take(line: string): void;
  /** Hands out what is left of a batch. */
  finish?(): void;
}

/** Some way to keep the state of a connection. */
export interface Contestant<Started extends Run = Run> {
  readonly name: string;
  /** What to know about it when reading its figures. */
  readonly note?: string;
  start(version: Version): Started;
  /** How many lines it can take in reasonable time: then they are taken from the middle. */
  most?(workload: Workload): number;
}

/** So many notifications go into one batch. */
export const BATCH = 64;

/** Where contestants leave what they hand out, so that no engine can leave the work undone. */
export interface Sink {
  state: unknown;
  patches: number;
  /** The run that warmed the engine up. */
  warm: unknown;
}

export const sink: Sink = { state: undefined, patches: 0, warm: undefined };
