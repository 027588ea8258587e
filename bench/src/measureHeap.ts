import { acpStore } from "./contestants/acpStore.js";
import { type Contestant, sink } from "./contestants/contestant.js";
import { baseline } from "./contestants/baseline.js";
import { useAcp } from "./contestants/useAcp.js";
import { zustandImmer } from "./contestants/zustandImmer.js";
import { measureHeapMegabytes } from "./measure/garbage.js";
import { createOneSessionWorkload } from "./workloads/oneSession.js";
import type { WorkloadSize } from "./workloads/workload.js";

// Measures the heap of one contestant in its own process.
// Usage: node --expose-gc measureHeap.js NAME SIZE

const knownContestants = [baseline, acpStore, zustandImmer, useAcp];

const [name = "", size = "{}"] = process.argv.slice(2);
const contestant = knownContestants.find((candidate) => candidate.name === name);
if (contestant === undefined) throw new Error(`Unknown contestant "${name}".`);
process.send?.(measureHeap(contestant, JSON.parse(size) as WorkloadSize));
process.disconnect?.();

/**
 * Returns the heap of a state after W1, in megabytes. A first state is discarded, so that compiled
 * code does not count. A tiny state replaces it in contestants that keep a reference to their last
 * state.
 */
function measureHeap(measuredContestant: Contestant, workloadSize: WorkloadSize): number {
  runWorkload(measuredContestant, workloadSize);
  runWorkload(measuredContestant, { ...workloadSize, scale: workloadSize.scale / 1000 });
  sink.state = undefined;
  sink.warmUpRun = undefined;
  const before = measureHeapMegabytes();
  sink.warmUpRun = runWorkload(measuredContestant, workloadSize);
  return measureHeapMegabytes() - before;
}

/** Runs W1 and returns the run. Its lines can be collected after the return. */
function runWorkload(measuredContestant: Contestant, workloadSize: WorkloadSize): unknown {
  const run = measuredContestant.start(1);
  for (const line of createOneSessionWorkload("W1", 1, workloadSize).lines) run.applyLine(line);
  run.flush?.();
  return run;
}
