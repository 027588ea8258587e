import { acpStore } from "../contestants/acpStore.js";
import { baseline } from "../contestants/baseline.js";
import type { Contestant } from "../contestants/contestant.js";
import { createMaxTarget, type Measure, type Target, type Timing } from "../figures.js";
import { type Round, runRounds } from "../measure/rounds.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { getTimedRange, type TimedRun } from "../measure/timeRun.js";
import type { Workload } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

/** The results of running a workload with several contestants. */
export interface Comparison {
  readonly workload: Workload;
  readonly contestants: readonly Contestant[];
  readonly rounds: readonly Round[];
}

/** Returns the target for a contestant's ratio to the baseline, if it has one. */
type GetTarget = (contestant: Contestant, ratio: number) => Target | undefined;

/** Runs a workload with the contestants and the baseline. */
export function runComparison(
  workload: Workload,
  contestants: readonly Contestant[],
  options: SuiteOptions,
): Comparison {
  const all = [baseline, ...contestants];
  return { workload, contestants: all, rounds: runRounds(all, workload, options) };
}

/** Returns a target function that sets a limit for the acp-store contestant only. */
export function limitAcpStore(limit: number): GetTarget {
  return (contestant, ratio) =>
    contestant === acpStore ? createMaxTarget(limit, ratio, "×") : undefined;
}

/** Returns the timings of all contestants. */
export function createTimings(
  { workload, contestants, rounds }: Comparison,
  getTarget: GetTarget,
): Timing[] {
  return contestants.map((contestant) => {
    const microseconds = rounds.flatMap((round) => round.get(contestant)?.microseconds ?? []);
    const ratio = computeSpread(computeRatios(rounds, contestant, baseline));
    const target = getTarget(contestant, ratio.median);
    const { from, to } = getTimedRange(contestant, workload);
    return {
      type: "timing",
      workload: workload.name,
      contestant: contestant.name,
      microseconds: computeSpread(microseconds),
      ratio,
      updates: to - from,
      totalUpdates: workload.lines.length,
      ...(target && { target }),
      ...(contestant.note !== undefined && { note: contestant.note }),
    };
  });
}

/**
 * Returns the times of other contestants relative to acp-store, each with a minimum as its target.
 */
export function compareToAcpStore(
  { workload, rounds }: Comparison,
  minimums: readonly (readonly [Contestant, number])[],
): Measure[] {
  return minimums.map(([contestant, minimum]) => {
    const value = computeMedian(computeRatios(rounds, contestant, acpStore));
    return {
      type: "measure",
      name: `${workload.name}: time per update, relative to acp-store`,
      subject: contestant.name,
      value,
      unit: "×",
      target: { limit: `≥ ${minimum}×`, met: value >= minimum },
    };
  });
}

/**
 * Returns by how much the time per update grows over the workload, for each contestant that
 * processed all of its lines.
 */
export function measureGrowth({
  workload,
  contestants,
  rounds,
}: Comparison): [Contestant, Measure][] {
  const complete = contestants.filter((contestant) => {
    const { from, to } = getTimedRange(contestant, workload);
    return to - from === workload.lines.length;
  });
  return complete.map((contestant) => {
    const runs = rounds.flatMap((round) => round.get(contestant) ?? []);
    const measure: Measure = {
      type: "measure",
      name: `${workload.name}: time per update, last 1,000 relative to first 1,000`,
      subject: contestant.name,
      value: computeMedian(runs.map(computeGrowth)),
      unit: "×",
    };
    return [contestant, measure];
  });
}

/** Returns the ratios of two contestants' times per update, for each round that has both. */
function computeRatios(
  rounds: readonly Round[],
  contestant: Contestant,
  reference: Contestant,
): number[] {
  return rounds.flatMap((round) => {
    const [run, referenceRun] = [round.get(contestant), round.get(reference)];
    return run && referenceRun ? [run.microseconds / referenceRun.microseconds] : [];
  });
}

/** Returns the time of the last thousand updates relative to the first thousand. */
function computeGrowth({ blocks }: TimedRun): number {
  return (blocks.at(-1) ?? 0) / (blocks[0] ?? 1);
}
