import {
  acpStore,
  acpStoreBatched,
  acpStoreViaObserve,
  acpStoreWithoutInspector,
  acpStoreWithReads,
} from "../contestants/acpStore.js";
import { useAcp, useAcpWithReads } from "../contestants/useAcp.js";
import {
  zustandImmer,
  zustandImmerBatched,
  zustandImmerUnfrozen,
} from "../contestants/zustandImmer.js";
import type { Figure } from "../figures.js";
import { createManySessionsWorkload } from "../workloads/manySessions.js";
import { createOneSessionWorkload } from "../workloads/oneSession.js";
import { compareToAcpStore, createTimings, limitAcpStore, runComparison } from "./comparison.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum time per update of acp-store, relative to the baseline. */
const MAX_SESSION_RATIO = 3;
const sessionVariants = [
  acpStore,
  acpStoreWithReads,
  acpStoreWithoutInspector,
  acpStoreBatched,
  acpStoreViaObserve,
];
const otherStores = [
  zustandImmer,
  zustandImmerUnfrozen,
  zustandImmerBatched,
  useAcp,
  useAcpWithReads,
];

/** W1: measures one session. */
export function oneSessionSuite(options: SuiteOptions): Figure[] {
  const workload = createOneSessionWorkload("W1", 1, options);
  const comparison = runComparison(workload, [...sessionVariants, ...otherStores], options);
  const relativeTimes = compareToAcpStore(comparison, [
    [useAcp, 40],
    [zustandImmer, 15],
  ]);
  return [...createTimings(comparison, limitAcpStore(MAX_SESSION_RATIO)), ...relativeTimes];
}

/** W1v2: measures one session in protocol version 2. */
export function oneSessionV2Suite(options: SuiteOptions): Figure[] {
  const workload = createOneSessionWorkload("W1 in version 2", 2, options);
  const comparison = runComparison(workload, sessionVariants, options);
  return createTimings(comparison, limitAcpStore(MAX_SESSION_RATIO));
}

/** W4: measures many sessions. */
export function manySessionsSuite(options: SuiteOptions): Figure[] {
  const contestants = [...sessionVariants, zustandImmer, useAcp];
  const comparison = runComparison(createManySessionsWorkload(options), contestants, options);
  return createTimings(comparison, limitAcpStore(MAX_SESSION_RATIO));
}
