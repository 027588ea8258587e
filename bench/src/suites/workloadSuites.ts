import { acpStore, acpStoreBatched } from "../contestants/acpStore.js";
import { baseline } from "../contestants/baseline.js";
import type { Contestant } from "../contestants/contestant.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer, zustandImmerBatched } from "../contestants/zustandImmer.js";
import { createMeasure, type Figure, type Timing } from "../figures.js";
import { timeRun } from "../measure/timeRun.js";
import {
  createManySessionsWorkload,
  createManyToolCallsWorkload,
  createOneMessageWorkload,
  createOneSessionWorkload,
  createOneToolCallWorkload,
  type Workload,
} from "../workloads/workloads.js";
import {
  compareToStore,
  type Comparison,
  createTimings,
  measureGrowth,
  runComparison,
} from "./comparison.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum times per update of acp-store, relative to the baseline. */
const MAX_RATIO = { session: 3, stream: 2.5, manyToolCalls: 4 } as const;
/** The maximum time of the last 1,000 updates of acp-store, relative to the first 1,000. */
const MAX_STREAM_GROWTH = 1.5;
/** The minimum times of other stores in W1, relative to acp-store. */
const MIN_USE_ACP_RATIO = 40;
const MIN_ZUSTAND_IMMER_RATIO = 15;
const toolCallCounts = { "1k": 1000, "10k": 10_000, "50k": 50_000, "100k": 100_000 };

/** W1: measures one session. */
export async function oneSessionSuite(options: SuiteOptions): Promise<Figure[]> {
  const workload = createOneSessionWorkload("W1", 1, options.scale);
  const others = [zustandImmer, zustandImmerBatched, useAcp];
  const comparison = await compareStores(workload, others, options);
  return [
    ...createTimings(comparison, MAX_RATIO.session),
    compareToStore(comparison, useAcp, MIN_USE_ACP_RATIO),
    compareToStore(comparison, zustandImmer, MIN_ZUSTAND_IMMER_RATIO),
  ];
}

/** W1v2: measures one session in protocol version 2. */
export async function oneSessionV2Suite(options: SuiteOptions): Promise<Figure[]> {
  const workload = createOneSessionWorkload("W1 in version 2", 2, options.scale);
  return createTimings(await compareStores(workload, [], options), MAX_RATIO.session);
}

/** W2a: measures streamed content of one tool call. */
export async function oneToolCallSuite(options: SuiteOptions): Promise<Figure[]> {
  return measureStream(createOneToolCallWorkload(options.scale), [zustandImmer], options);
}

/** W2b: measures streamed text of one message. */
export async function oneMessageSuite(options: SuiteOptions): Promise<Figure[]> {
  return measureStream(createOneMessageWorkload(options.scale), [zustandImmer, useAcp], options);
}

/** W3: measures updates to random tool calls in sessions with an increasing number of tool calls. */
export async function manyToolCallsSuite(options: SuiteOptions): Promise<Figure[]> {
  const timings: Timing[] = [];
  for (const [label, count] of Object.entries(toolCallCounts)) {
    const workload = createManyToolCallsWorkload(label, count, options.scale);
    const comparison = await compareStores(workload, [zustandImmer, useAcp], options);
    timings.push(
      ...createTimings(comparison, label === "50k" ? MAX_RATIO.manyToolCalls : undefined),
    );
  }
  const growthOf = (contestant: string): number => {
    const times = timings.filter((timing) => timing.contestant === contestant);
    return (times.at(-1)?.microseconds.median ?? 0) / (times[0]?.microseconds.median ?? 1);
  };
  const max = Number(growthOf(baseline.name).toFixed(2));
  const growth = [...new Set(timings.map(({ contestant }) => contestant))].map((contestant) =>
    createMeasure(
      "W3: time per update, 100,000 tool calls relative to 1,000",
      contestant,
      growthOf(contestant),
      "×",
      contestant === acpStore.name ? { max } : {},
    ),
  );
  return [...timings, ...growth];
}

/** W4: measures many sessions. */
export async function manySessionsSuite(options: SuiteOptions): Promise<Figure[]> {
  const workload = createManySessionsWorkload(options.scale);
  const comparison = await compareStores(workload, [zustandImmer, useAcp], options);
  return createTimings(comparison, MAX_RATIO.session);
}

async function measureStream(
  workload: Workload,
  others: readonly Contestant[],
  options: SuiteOptions,
): Promise<Figure[]> {
  const comparison = await compareStores(workload, others, options);
  return [
    ...createTimings(comparison, MAX_RATIO.stream),
    ...measureGrowth(comparison, MAX_STREAM_GROWTH),
  ];
}

function compareStores(
  workload: Workload,
  others: readonly Contestant[],
  options: SuiteOptions,
): Promise<Comparison> {
  return runComparison<Contestant>(
    workload,
    [baseline, acpStore, acpStoreBatched, ...others],
    (contestant) => timeRun(contestant, workload),
    options,
  );
}
