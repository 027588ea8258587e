import type { Version } from "../wire/update.js";

/** Lines that every contestant processes one by one. */
export interface Workload {
  readonly name: string;
  readonly version: Version;
  /** The lines that are processed before the measurement starts. */
  readonly setup: readonly string[];
  /** The lines that are measured. */
  readonly lines: readonly string[];
  /** Similar lines for a separate state, which warm up the engine. */
  readonly warmUp: readonly string[];
}

/** The maximum number of lines for the warm-up. */
export const WARM_UP_LINES = 6000;

/** The size and the seed of a workload. The targets apply to scale 1. */
export interface WorkloadSize {
  readonly scale: number;
  readonly seed: number;
}

/** Returns a count at this scale, and at least 1. */
export function scaleCount(count: number, { scale }: WorkloadSize): number {
  return Math.max(1, Math.round(count * scale));
}
