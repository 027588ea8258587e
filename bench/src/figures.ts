import type { Spread } from "./measure/spread.js";

/** What we aim at, and whether it is met. */
export interface Target {
  readonly limit: string;
  readonly met: boolean;
}

/** What an update costs a contestant in a workload. */
export interface Timing {
  readonly type: "timing";
  readonly workload: string;
  readonly contestant: string;
  readonly microseconds: Spread;
  /** To the floor of the same round. */
  readonly ratio: Spread;
  /** How many of the workload's updates were taken with the clock running. */
  readonly updates: number;
  readonly of: number;
  readonly target?: Target;
  readonly note?: string;
}

/** Anything else that was measured. */
export interface Measure {
  readonly type: "measure";
  readonly name: string;
  readonly subject: string;
  readonly value: number;
  /** "×" for ratios. */
  readonly unit: string;
  readonly target?: Target;
  readonly note?: string;
}

/** Something that could not be measured, and why. */
export interface Missing {
  readonly type: "missing";
  readonly name: string;
  readonly reason: string;
}

export type Figure = Timing | Measure | Missing;

export function atMost(limit: number, value: number, unit = ""): Target {
  return { limit: `≤ ${limit}${unit}`, met: value <= limit };
}
