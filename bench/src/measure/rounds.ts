import type { SuiteOptions } from "../suites/suite.js";
import { clock } from "./clock.js";
import type { TimedRun } from "./timeRun.js";

/** A contestant whose run takes longer than this only takes part in the first rounds. */
const SLOW_RUN_MICROSECONDS = 2_000_000;
/** The number of rounds for slow contestants. */
const MAX_ROUNDS_WHEN_SLOW = 3;

/**
 * Runs all contestants in turn, several times: A B C A B C. If the machine is slow for a while, all
 * contestants are affected. Resolves with the runs of each round.
 */
export async function runRounds<Contestant>(
  name: string,
  contestants: readonly Contestant[],
  time: (contestant: Contestant) => TimedRun | Promise<TimedRun>,
  options: SuiteOptions,
): Promise<ReadonlyMap<Contestant, TimedRun>[]> {
  const slow = new Set<Contestant>();
  return repeatRounds(name, options.rounds, options, async (round) => {
    const runs = new Map<Contestant, TimedRun>();
    for (const contestant of contestants) {
      if (round > MAX_ROUNDS_WHEN_SLOW && slow.has(contestant)) continue;
      const start = clock.now();
      runs.set(contestant, await time(contestant));
      if (clock.now() - start > SLOW_RUN_MICROSECONDS) slow.add(contestant);
    }
    return runs;
  });
}

/**
 * Runs a round several times, and resolves with the results. The first round only warms up the
 * engine and is discarded.
 */
export async function repeatRounds<Result>(
  name: string,
  rounds: number,
  { progress }: SuiteOptions,
  run: (round: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round <= rounds; round++) {
    progress(`${name}, round ${round} of ${rounds}`);
    const result = await run(round);
    if (round > 0) results.push(result);
  }
  return results;
}
