import { acpStore } from "./contestants/acpStore.js";
import { type Contestant, sink } from "./contestants/contestant.js";
import { baseline } from "./contestants/baseline.js";
import { useAcp } from "./contestants/useAcp.js";
import { zustandImmer } from "./contestants/zustandImmer.js";
import { measureHeapMegabytes } from "./measure/garbage.js";
import { computeMedian } from "./measure/spread.js";
import { createOneSessionWorkload } from "./workloads/oneSession.js";
import type { WorkloadSize } from "./workloads/workload.js";

// Measures the heap of one contestant in its own process.
// Usage: node --expose-gc measureHeap.js NAME SIZE

const MEASURED_STATES = 5;
const knownContestants = [baseline, acpStore, zustandImmer, useAcp];

const [name = "", size = "{}"] = process.argv.slice(2);
const contestant = knownContestants.find((candidate) => candidate.name === name);
if (contestant === undefined) throw new Error(`Unknown contestant "${name}".`);
process.send?.(measureHeap(contestant, JSON.parse(size) as WorkloadSize));
process.disconnect?.();

/**
 * Returns the heap of a state after W1, in megabytes: the median of several states, because the engine
 * also compiles and discards code meanwhile. A first state is discarded.
 */
function measureHeap(measuredContestant: Contestant, workloadSize: WorkloadSize): number {
  keepStateOfWorkload(measuredContestant, workloadSize);
  const megabytes = Array.from({ length: MEASURED_STATES }, () => {
    releaseState(measuredContestant, workloadSize);
    const before = measureHeapMegabytes();
    keepStateOfWorkload(measuredContestant, workloadSize);
    return measureHeapMegabytes() - before;
  });
  return computeMedian(megabytes);
}

/** Runs W1 and keeps the run. Its lines can be collected afterwards. */
function keepStateOfWorkload(measuredContestant: Contestant, workloadSize: WorkloadSize): void {
  const run = measuredContestant.start(1);
  for (const line of createOneSessionWorkload("W1", 1, workloadSize).lines) run.applyLine(line);
  run.flush?.();
  sink.warmUpRun = run;
}

/** A tiny state replaces the last one in contestants that keep a reference to it. */
function releaseState(measuredContestant: Contestant, workloadSize: WorkloadSize): void {
  const tinySize = { ...workloadSize, scale: workloadSize.scale / 1000 };
  keepStateOfWorkload(measuredContestant, tinySize);
  sink.state = undefined;
  sink.warmUpRun = undefined;
}
