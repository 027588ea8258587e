import { acpStore, acpStoreBatched, acpStoreWithoutInspector } from "../contestants/acpStore.js";
import { baseline } from "../contestants/baseline.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import type { Figure, Measure, Timing } from "../figures.js";
import { createManyToolCallsWorkload } from "../workloads/manyToolCalls.js";
import { createTimings, limitAcpStore, runComparison } from "./comparison.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum time per update of acp-store, relative to the baseline. */
const MAX_TOOL_CALL_RATIO = 4;
const toolCallCounts = { "1k": 1000, "10k": 10_000, "50k": 50_000, "100k": 100_000 };
const toolCallContestants = [
  acpStore,
  acpStoreWithoutInspector,
  acpStoreBatched,
  zustandImmer,
  useAcp,
];

/**
 * W3: measures updates to random tool calls in sessions with an increasing number of tool calls.
 */
export function manyToolCallsSuite(options: SuiteOptions): Figure[] {
  const timings = Object.entries(toolCallCounts).flatMap(([label, count]) => {
    const workload = createManyToolCallsWorkload(label, count, options);
    const comparison = runComparison(workload, toolCallContestants, options);
    return createTimings(
      comparison,
      label === "50k" ? limitAcpStore(MAX_TOOL_CALL_RATIO) : () => undefined,
    );
  });
  return [...timings, ...createGrowthMeasures(timings)];
}

function createGrowthMeasures(timings: readonly Timing[]): Measure[] {
  const subjects = new Set(timings.map(({ contestant }) => contestant));
  const baselineGrowth = computeGrowthOverToolCalls(timings, baseline.name);
  return [...subjects].map((subject) => {
    const value = computeGrowthOverToolCalls(timings, subject);
    return {
      type: "measure",
      name: "W3: time per update, 100,000 tool calls relative to 1,000",
      subject,
      value,
      unit: "×",
      ...(subject === acpStore.name && {
        target: {
          limit: `≤ ${baselineGrowth.toFixed(2)}× (baseline)`,
          met: value <= baselineGrowth,
        },
      }),
    };
  });
}

function computeGrowthOverToolCalls(timings: readonly Timing[], subject: string): number {
  const getMicroseconds = (workload: string): number =>
    timings.find((timing) => timing.workload === workload && timing.contestant === subject)
      ?.microseconds.median ?? Number.NaN;
  return getMicroseconds("W3@100k") / getMicroseconds("W3@1k");
}
