import type { Contestant } from "../contestants/contestant.js";
import type { Workload } from "../workloads/workload.js";
import { clock } from "./clock.js";
import { type Timed, timeRun } from "./timeRun.js";

/** What was measured in one round, by contestant. */
export type Round = ReadonlyMap<Contestant, Timed>;

export interface RoundsOptions {
  readonly rounds: number;
  readonly progress: (text: string) => void;
}

/** Who takes longer than this for a run takes part in the first rounds only. */
const SLOW_MICROSECONDS = 2_000_000;
const ROUNDS_OF_THE_SLOW = 3;

/**
 * Lets all contestants run in turn, several times: A B C A B C. What slows the machine down for a
 * while slows all of them down. The first round only warms up and is thrown away.
 */
export function runRounds(
  contestants: readonly Contestant[],
  workload: Workload,
  { rounds, progress }: RoundsOptions,
): readonly Round[] {
  const slow = new Set<Contestant>();
  const runAll = (number: number): Round => {
    progress(`${workload.name}, round ${number} of ${rounds}`);
    const taking = contestants.filter((one) => number <= ROUNDS_OF_THE_SLOW || !slow.has(one));
    return new Map(taking.map((one) => [one, timed(one)]));
  };
  const timed = (one: Contestant): Timed => {
    const began = clock.now();
    const result = timeRun(one, workload);
    if (clock.now() - began > SLOW_MICROSECONDS) slow.add(one);
    return result;
  };
  runAll(0);
  return Array.from({ length: rounds }, (_, index) => runAll(index + 1));
}
