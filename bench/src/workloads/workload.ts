import type { Version } from "../wire/update.js";

/** Lines that every contestant takes one by one. */
export interface Workload {
  readonly name: string;
  readonly version: Version;
  /** What is there before the clock starts. */
  readonly setup: readonly string[];
  readonly lines: readonly string[];
  /** The same kind of lines for a state of their own, so that the engine is warm. */
  readonly warmUp: readonly string[];
}

/** So many lines warm the engine up. */
export const WARM_UP = 6000;

/** How large a workload is made: 1 is the size that the targets are about. */
export interface Size {
  readonly scale: number;
  readonly seed: number;
}

/** A count at this scale, and never nothing. */
export function scaled(count: number, { scale }: Size): number {
  return Math.max(1, Math.round(count * scale));
}
