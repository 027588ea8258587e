import type { Figure } from "../figures.js";
import type { RoundsOptions } from "../measure/rounds.js";
import type { Size } from "../workloads/workload.js";

export interface PartOptions extends Size, RoundsOptions {}

/** One part of the benchmark; each runs in a process of its own. */
export type Part = (options: PartOptions) => Figure[] | Promise<Figure[]>;
