import type { TraceReport } from "./types.js";

/** A trace file with its report. */
export interface CheckedTrace {
  /** The path of the trace. A relative path starts at the root of the repository, without `./`. */
  readonly file: string;
  /** The result of the check. */
  readonly report: TraceReport;
  /** The line number of each frame, from `parseTrace`. Default: frame 1 is on line 1, and so on. */
  readonly lines?: readonly number[];
}

/** Returns the line of a frame in the trace file, counted from 1. */
export function lineOf({ lines }: CheckedTrace, frame: number): number {
  return lines?.[frame - 1] ?? frame;
}
