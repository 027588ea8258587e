import { acpStore, acpStoreBatched, acpStoreWithoutInspector } from "../contestants/acpStore.js";
import type { Contestant } from "../contestants/contestant.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import { createMaxTarget, type Figure } from "../figures.js";
import { createOneMessageWorkload, createOneToolCallWorkload } from "../workloads/streams.js";
import type { Workload } from "../workloads/workload.js";
import { createTimings, limitAcpStore, measureGrowth, runComparison } from "./comparison.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum time per update of acp-store, relative to the baseline. */
const MAX_STREAM_RATIO = 2.5;
/** The maximum time of the last 1,000 updates of acp-store, relative to the first 1,000. */
const MAX_STREAM_GROWTH = 1.5;
const streamVariants = [acpStore, acpStoreWithoutInspector, acpStoreBatched];

/** W2a: measures streamed content of one tool call. */
export function oneToolCallSuite(options: SuiteOptions): Figure[] {
  const contestants = [...streamVariants, zustandImmer];
  return runStreamSuite(createOneToolCallWorkload(options), contestants, options);
}

/** W2b: measures streamed text of one message. */
export function oneMessageSuite(options: SuiteOptions): Figure[] {
  const contestants = [...streamVariants, zustandImmer, useAcp];
  return runStreamSuite(createOneMessageWorkload(options), contestants, options);
}

function runStreamSuite(
  workload: Workload,
  contestants: readonly Contestant[],
  options: SuiteOptions,
): Figure[] {
  const comparison = runComparison(workload, contestants, options);
  const growth = measureGrowth(comparison).map(([contestant, measure]) =>
    contestant === acpStore
      ? { ...measure, target: createMaxTarget(MAX_STREAM_GROWTH, measure.value, "×") }
      : measure,
  );
  return [...createTimings(comparison, limitAcpStore(MAX_STREAM_RATIO)), ...growth];
}
