/** The middle of several measurements, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (position: number): number => sorted[position] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  return { median, low: at(0), high: at(sorted.length - 1) };
}

export function medianOf(values: readonly number[]): number {
  return spreadOf(values).median;
}
