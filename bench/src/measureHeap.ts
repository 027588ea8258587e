import { acpStore } from "./contestants/acpStore.js";
import { baseline } from "./contestants/baseline.js";
import { type Contestant, sink } from "./contestants/contestant.js";
import { useAcp } from "./contestants/useAcp.js";
import { zustandImmer } from "./contestants/zustandImmer.js";
import { measureHeapMegabytes } from "./measure/garbage.js";
import { computeMedian } from "./measure/spread.js";
import { createOneSessionWorkload } from "./workloads/workloads.js";

// Measures the heap of one contestant in its own process.
// Usage: node --expose-gc measureHeap.js NAME SCALE

const MEASURED_STATES = 5;
const knownContestants = [baseline, acpStore, zustandImmer, useAcp];

const [name = "", scale = "1"] = process.argv.slice(2);
const contestant = knownContestants.find((candidate) => candidate.name === name);
if (contestant === undefined) throw new Error(`Unknown contestant "${name}".`);
process.send?.(measureHeap(contestant, Number(scale)));
process.disconnect?.();

/**
 * Returns the heap of a state after W1, in megabytes: the median of several states, because the engine
 * also compiles and discards code meanwhile. A first state is discarded.
 */
function measureHeap(measuredContestant: Contestant, size: number): number {
  keepStateOfWorkload(measuredContestant, size);
  const megabytes = Array.from({ length: MEASURED_STATES }, () => {
    // A tiny state replaces the last one in contestants that keep a reference to it.
    keepStateOfWorkload(measuredContestant, size / 1000);
    sink.state = undefined;
    sink.warmUpRun = undefined;
    const before = measureHeapMegabytes();
    keepStateOfWorkload(measuredContestant, size);
    return measureHeapMegabytes() - before;
  });
  return computeMedian(megabytes);
}

/** Runs W1 and keeps the run. Its lines can be collected afterwards. */
function keepStateOfWorkload(measuredContestant: Contestant, size: number): void {
  const run = measuredContestant.start(1);
  for (const line of createOneSessionWorkload("W1", 1, size).lines) run.applyLine(line);
  run.flush?.();
  sink.warmUpRun = run;
}
