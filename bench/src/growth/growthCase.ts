/** Work to measure, in a state of a certain size. */
export interface GrowthRun {
  /** The number of items that the work processes. The report shows the time of one. */
  readonly items: number;
  run(): unknown;
}

/** An operation whose cost is measured in states of growing size. */
export interface GrowthCase {
  /** The operation, in the words of the API. */
  readonly name: string;
  /** The smallest size. The other sizes are four and sixteen times as large. */
  readonly size: number;
  /** Why the time of an item grows. Absent: it must not, so the report has a target. */
  readonly reason?: string;
  /** Creates a state with `count` items and returns the work to measure. */
  prepare(count: number): GrowthRun;
}

/** The number of operations that are measured in a state that already has its size. */
const OPERATION_COUNT = 1000;

/** Returns a run of operations that each process one item. */
export function repeat(
  operation: (index: number) => unknown,
  items: number = OPERATION_COUNT,
): GrowthRun {
  return {
    items,
    run: () => {
      for (let index = 0; index < items; index++) operation(index);
    },
  };
}
