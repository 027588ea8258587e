import type { Contestant } from "../contestants/contestant.js";
import { floor } from "../contestants/floor.js";
import type { Target, Timing } from "../figures.js";
import { type Round, runRounds } from "../measure/rounds.js";
import { spreadOf } from "../measure/spread.js";
import { stretchOf } from "../measure/timeRun.js";
import type { Workload } from "../workloads/workload.js";
import type { PartOptions } from "./part.js";

/** A workload that was run, with what came out. */
export interface Contest {
  readonly workload: Workload;
  readonly contestants: readonly Contestant[];
  readonly rounds: readonly Round[];
}

/** Lets the contestants run against the floor. */
export function contest(
  workload: Workload,
  contestants: readonly Contestant[],
  options: PartOptions,
): Contest {
  const all = [floor, ...contestants];
  return { workload, contestants: all, rounds: runRounds(all, workload, options) };
}

/** How many times as long one takes per update, in each round that has both. */
export function timesAsLong(
  rounds: readonly Round[],
  one: Contestant,
  other: Contestant,
): number[] {
  return rounds.flatMap((round) => {
    const [timed, against] = [round.get(one), round.get(other)];
    return timed && against ? [timed.microseconds / against.microseconds] : [];
  });
}

/** The figures of all contestants; `target` says what a ratio to the floor has to be. */
export function timings(
  { workload, contestants, rounds }: Contest,
  target: (contestant: Contestant, ratio: number) => Target | undefined,
): Timing[] {
  const costs = (one: Contestant): number[] =>
    rounds.flatMap((round) => round.get(one)?.microseconds ?? []);
  return contestants.map((contestant) => {
    const ratio = spreadOf(timesAsLong(rounds, contestant, floor));
    const aim = target(contestant, ratio.median);
    const { from, to } = stretchOf(contestant, workload);
    return {
      type: "timing",
      workload: workload.name,
      contestant: contestant.name,
      microseconds: spreadOf(costs(contestant)),
      ratio,
      updates: to - from,
      of: workload.lines.length,
      ...(aim && { target: aim }),
      ...(contestant.note !== undefined && { note: contestant.note }),
    };
  });
}
