import type { Contestant } from "../contestants/contestant.js";
import type { Workload } from "../workloads/workload.js";
import { clock } from "./clock.js";
import { type TimedRun, timeRun } from "./timeRun.js";

/** The measured runs of one round, by contestant. */
export type Round = ReadonlyMap<Contestant, TimedRun>;

/** The options of `runRounds`. */
export interface RoundsOptions {
  /** The number of measured rounds. */
  readonly rounds: number;
  /** Called with a line that describes the progress. */
  readonly progress: (text: string) => void;
}

/** A contestant whose run takes longer than this only takes part in the first rounds. */
const SLOW_RUN_MICROSECONDS = 2_000_000;
/** The number of rounds for slow contestants. */
const MAX_ROUNDS_WHEN_SLOW = 3;

/**
 * Runs all contestants in turn, several times: A B C A B C. If the machine is slow for a while, all
 * contestants are affected. The first round only warms up the engine and is discarded.
 */
export function runRounds(
  contestants: readonly Contestant[],
  workload: Workload,
  { rounds, progress }: RoundsOptions,
): readonly Round[] {
  const slow = new Set<Contestant>();
  const runAll = (number: number): Round => {
    progress(`${workload.name}, round ${number} of ${rounds}`);
    const participants = contestants.filter(
      (contestant) => number <= MAX_ROUNDS_WHEN_SLOW || !slow.has(contestant),
    );
    return new Map(participants.map((contestant) => [contestant, runOne(contestant)]));
  };
  const runOne = (contestant: Contestant): TimedRun => {
    const start = clock.now();
    const result = timeRun(contestant, workload);
    if (clock.now() - start > SLOW_RUN_MICROSECONDS) slow.add(contestant);
    return result;
  };
  runAll(0);
  return Array.from({ length: rounds }, (_, index) => runAll(index + 1));
}
