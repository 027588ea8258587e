import type { Contestant } from "../contestants/contestant.js";
import {
  createMaxTarget,
  createMeasure,
  createMinTarget,
  type Measure,
  type Timing,
} from "../figures.js";
import { runRounds } from "../measure/rounds.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { getTimedRange, type TimedRun } from "../measure/timeRun.js";
import type { Workload } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

/** A way to process the lines of a workload. */
type Compared = Pick<Contestant, "name" | "note" | "maxLines">;

/** The results of running a workload with several contestants. */
export interface Comparison {
  readonly workload: Workload;
  /** The baseline, acp-store, and others. */
  readonly contestants: readonly Compared[];
  readonly rounds: readonly ReadonlyMap<Compared, TimedRun>[];
}

/** Runs a workload with the contestants, which begin with the baseline and acp-store. */
export async function runComparison<One extends Compared>(
  workload: Workload,
  contestants: readonly [One, One, ...One[]],
  time: (contestant: One) => TimedRun | Promise<TimedRun>,
  options: SuiteOptions,
): Promise<Comparison> {
  const rounds = await runRounds(workload.name, contestants, time, options);
  return { workload, contestants, rounds };
}

/** Returns the timings of all contestants. `max` limits the ratio of acp-store to the baseline. */
export function createTimings(comparison: Comparison, max?: number): Timing[] {
  const { workload, contestants, rounds } = comparison;
  return contestants.map((contestant, index) => {
    const microseconds = rounds.flatMap((round) => round.get(contestant)?.microseconds ?? []);
    const ratio = computeSpread(computeRatios(comparison, contestant, contestants[0]));
    const { from, to } = getTimedRange(contestant, workload);
    return {
      type: "timing",
      workload: workload.name,
      contestant: contestant.name,
      microseconds: computeSpread(microseconds),
      ratio,
      updates: to - from,
      totalUpdates: workload.lines.length,
      ...(index === 1 && max !== undefined && { target: createMaxTarget(max, ratio.median, "×") }),
      ...(contestant.note !== undefined && { note: contestant.note }),
    };
  });
}

/** Returns the time of another contestant relative to acp-store, with a minimum as its target. */
export function compareToStore(comparison: Comparison, contestant: Compared, min: number): Measure {
  const value = computeMedian(computeRatios(comparison, contestant, comparison.contestants[1]));
  const name = `${comparison.workload.name}: time per update, relative to acp-store`;
  return {
    ...createMeasure(name, contestant.name, value, "×"),
    target: createMinTarget(min, value, "×"),
  };
}

/**
 * Returns by how much the time per update grows over the workload, for each contestant that
 * processed all of its lines. `max` limits the growth of acp-store.
 */
export function measureGrowth(
  { workload, contestants, rounds }: Comparison,
  max: number,
): Measure[] {
  const name = `${workload.name}: time per update, last 1,000 relative to first 1,000`;
  return contestants.flatMap((contestant, index) => {
    const { from, to } = getTimedRange(contestant, workload);
    if (to - from < workload.lines.length) return [];
    const runs = rounds.flatMap((round) => round.get(contestant) ?? []);
    const value = computeMedian(runs.map(({ blocks }) => (blocks.at(-1) ?? 0) / (blocks[0] ?? 1)));
    return createMeasure(name, contestant.name, value, "×", index === 1 ? { max } : {});
  });
}

/** Returns the ratios of two contestants' times per update, for each round that has both. */
function computeRatios(
  { rounds }: Comparison,
  contestant: Compared,
  reference: Compared | undefined,
): number[] {
  return rounds.flatMap((round) => {
    const [run, referenceRun] = [round.get(contestant), reference && round.get(reference)];
    return run && referenceRun ? [run.microseconds / referenceRun.microseconds] : [];
  });
}
