import type { Figure } from "../figures.js";

/** The options of a suite. */
export interface SuiteOptions {
  /** The number of measured rounds. */
  readonly rounds: number;
  /** The size of the workloads. The targets apply to 1. */
  readonly scale: number;
  /** Called with a line that describes the progress. */
  readonly progress: (text: string) => void;
}

/** One suite of the benchmark. Each suite runs in its own process. */
export type Suite = (options: SuiteOptions) => Figure[] | Promise<Figure[]>;
