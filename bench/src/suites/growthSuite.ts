import { createMaxTarget, type Figure, type Growth } from "../figures.js";
import { conversationCases } from "../growth/conversationCases.js";
import type { GrowthCase } from "../growth/growthCase.js";
import { createGrowthStore } from "../growth/growthStore.js";
import { readingCases } from "../growth/readingCases.js";
import { requestCases } from "../growth/requestCases.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { scaleCount } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

/** The sizes of the state, relative to the smallest one. */
const FACTORS = [1, 4, 16];
/** The maximum time of an item in the largest state, relative to the smallest one. */
const MAX_GROWTH = 1.5;
/** The number of measured rounds. The largest states take several seconds to create. */
const MAX_ROUNDS = 5;
/** The number of operations that are measured in a state that already has its size. */
const OPERATION_COUNT = 1000;

/** Measures the time of each operation of the store in states of three sizes. */
export async function growthSuite(options: SuiteOptions): Promise<Figure[]> {
  const figures: Growth[] = [];
  for (const one of [...conversationCases, ...requestCases, ...readingCases])
    figures.push(await measureCase(one, options));
  return figures;
}

/** Measures all sizes in turn, several times. */
async function measureCase(one: GrowthCase, options: SuiteOptions): Promise<Growth> {
  const sizes = FACTORS.map((factor) => scaleCount(one.size * factor, options.scale));
  const rounds = await repeatRounds(
    one.name,
    Math.min(options.rounds, MAX_ROUNDS),
    options,
    async () => {
      const times: number[] = [];
      for (const size of sizes) times.push(await measureSize(one, size, options.scale));
      return times;
    },
  );
  const growth = computeSpread(rounds.map((times) => (times.at(-1) ?? 0) / (times[0] ?? 1)));
  return {
    type: "growth",
    name: one.name,
    sizes,
    microseconds: sizes.map((_, index) => computeMedian(rounds.map((times) => times[index] ?? 0))),
    growth,
    target: createMaxTarget(MAX_GROWTH, growth.median, "×"),
  };
}

/** Resolves with the time of an item in a state of this size, in microseconds. */
async function measureSize(one: GrowthCase, size: number, scale: number): Promise<number> {
  const { runs = "for each" } = one;
  const store = createGrowthStore(one.version);
  const operate = one.prepare(store, size);
  const among = scaleCount(OPERATION_COUNT, scale);
  const operations = { "for each": size, "for all": 1, "among all": among }[runs];
  const items = one.items?.(size) ?? (runs === "for all" ? size : operations);
  collectGarbage();
  const start = clock.now();
  for (let index = 0; index < operations - 1; index++) {
    operate(index);
    store.read();
  }
  // Only an operation for all items may be asynchronous.
  await operate(operations - 1);
  store.read();
  return (clock.now() - start) / items;
}
