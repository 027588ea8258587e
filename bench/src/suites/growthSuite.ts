import { createMaxTarget, type Figure, type Growth } from "../figures.js";
import { conversationCases } from "../growth/conversationCases.js";
import type { GrowthCase } from "../growth/growthCase.js";
import { readingCases } from "../growth/readingCases.js";
import { requestCases } from "../growth/requestCases.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { scaleCount } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

/** The sizes of the state, relative to the smallest one. */
const FACTORS = [1, 4, 16];
/** The maximum time of an item in the largest state, relative to the smallest one. */
const MAX_GROWTH = 1.5;
/** The number of measured rounds. The largest states take several seconds to create. */
const MAX_ROUNDS = 5;

const growthCases: readonly GrowthCase[] = [...conversationCases, ...requestCases, ...readingCases];

/** Measures the time of each operation of the store in states of three sizes. */
export async function growthSuite(options: SuiteOptions): Promise<Figure[]> {
  const figures: Growth[] = [];
  for (const one of growthCases) {
    options.progress(one.name);
    figures.push(await measureCase(one, options));
  }
  return figures;
}

/** Measures all sizes in turn, several times. The first round warms up the engine. */
async function measureCase(one: GrowthCase, options: SuiteOptions): Promise<Growth> {
  const sizes = FACTORS.map((factor) => scaleCount(one.size * factor, options));
  await measureRound(one, sizes);
  const rounds: number[][] = [];
  while (rounds.length < Math.min(options.rounds, MAX_ROUNDS))
    rounds.push(await measureRound(one, sizes));
  const growth = computeSpread(rounds.map((times) => (times.at(-1) ?? 0) / (times[0] ?? 1)));
  return {
    type: "growth",
    name: one.name,
    sizes,
    microseconds: sizes.map((_, index) => computeMedian(rounds.map((times) => times[index] ?? 0))),
    growth,
    ...(one.reason === undefined
      ? { target: createMaxTarget(MAX_GROWTH, growth.median, "×") }
      : { reason: one.reason }),
  };
}

/** Resolves with the time of an item at each size, in microseconds. */
async function measureRound(one: GrowthCase, sizes: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  for (const size of sizes) {
    const { items, run } = one.prepare(size);
    collectGarbage();
    const start = clock.now();
    await run();
    times.push((clock.now() - start) / items);
  }
  return times;
}
