import type { Spread } from "./measure/spread.js";

/** A target for a figure. */
export interface Target {
  readonly limit: string;
  /** Whether the figure meets the target. */
  readonly met: boolean;
}

/** The time that a contestant needs per update of a workload. */
export interface Timing {
  readonly type: "timing";
  readonly workload: string;
  readonly contestant: string;
  readonly microseconds: Spread;
  /** The time relative to the baseline in the same round. */
  readonly ratio: Spread;
  /** The number of measured updates. */
  readonly updates: number;
  /** The number of updates in the workload. */
  readonly totalUpdates: number;
  readonly target?: Target;
  readonly note?: string;
}

/** Any other measured value. */
export interface Measure {
  readonly type: "measure";
  readonly name: string;
  readonly subject: string;
  readonly value: number;
  /** The unit of the value: "×" for ratios, empty for counts. */
  readonly unit: string;
  readonly target?: Target;
  readonly note?: string;
}

/** The time of an operation in states of growing size. */
export interface Growth {
  readonly type: "growth";
  /** The operation. */
  readonly name: string;
  /** The numbers of items in the state. */
  readonly sizes: readonly number[];
  /** The time of one item at each size. */
  readonly microseconds: readonly number[];
  /** The time at the largest size, relative to the smallest one. */
  readonly growth: Spread;
  readonly target: Target;
}

/** A suite that could not be measured. */
export interface Missing {
  readonly type: "missing";
  readonly name: string;
  readonly reason: string;
}

/** A result of the benchmark. */
export type Figure = Timing | Measure | Growth | Missing;

/** Creates a target with a maximum value. */
export function createMaxTarget(limit: number, value: number, unit: string): Target {
  return { limit: `≤ ${addUnit(limit, unit)}`, met: value <= limit };
}

/** Creates a target with a minimum value. */
export function createMinTarget(limit: number, value: number, unit: string): Target {
  return { limit: `≥ ${addUnit(limit, unit)}`, met: value >= limit };
}

/** Creates a measure. With `max`, it has a target. */
export function createMeasure(
  name: string,
  subject: string,
  value: number,
  unit: string,
  { max, note }: { readonly max?: number | undefined; readonly note?: string } = {},
): Measure {
  return {
    type: "measure",
    name,
    subject,
    value,
    unit,
    ...(max !== undefined && { target: createMaxTarget(max, value, unit) }),
    ...(note !== undefined && note !== "" && { note }),
  };
}

/** Returns a value with its unit. */
export function addUnit(value: number | string, unit: string): string {
  return unit === "×" || unit === "" ? `${value}${unit}` : `${value} ${unit}`;
}
