/** The median and the range of several measurements. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the median, the lowest and the highest of the values. */
export function computeSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const valueAt = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const median = (valueAt(Math.floor(middle)) + valueAt(Math.ceil(middle))) / 2;
  return { median, low: valueAt(0), high: valueAt(sorted.length - 1) };
}

/** Returns the median of the values. */
export function computeMedian(values: readonly number[]): number {
  return computeSpread(values).median;
}
