import type { Figure } from "../figures.js";
import type { RoundsOptions } from "../measure/rounds.js";
import type { WorkloadSize } from "../workloads/workload.js";

/** The options of a suite. */
export interface SuiteOptions extends WorkloadSize, RoundsOptions {}

/** One suite of the benchmark. Each suite runs in its own process. */
export type Suite = (options: SuiteOptions) => Figure[] | Promise<Figure[]>;
