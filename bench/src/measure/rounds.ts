import type { Contestant } from "../contestants/contestant.js";
import type { Workload } from "../workloads/workload.js";
import { type Timed, timeRun } from "./timeRun.js";

/** What was measured in one round, by contestant. */
export type Round = ReadonlyMap<Contestant, Timed>;

export interface RoundsOptions {
  readonly rounds: number;
  readonly progress: (text: string) => void;
}

/** Rounds that only warm up the engine, and are thrown away. */
const WARM_UP = 2;

/**
 * Lets all contestants run in turn, several times: A B C A B C. What slows the machine down for a
 * while slows all of them down.
 */
export function runRounds(
  contestants: readonly Contestant[],
  workload: Workload,
  { rounds, progress }: RoundsOptions,
): readonly Round[] {
  const measured: Round[] = [];
  for (let number = -WARM_UP; number < rounds; number++) {
    progress(`${workload.name}, round ${number + WARM_UP + 1} of ${rounds + WARM_UP}`);
    const taking = contestants.filter((one) => takesPart(one, number));
    const round = new Map(taking.map((one) => [one, timeRun(one, workload)]));
    if (number >= 0) measured.push(round);
  }
  return measured;
}

/** The slow ones take part in the first rounds only, and warm up once. */
function takesPart({ rounds }: Contestant, number: number): boolean {
  return rounds === undefined || (number >= -1 && number < rounds);
}
