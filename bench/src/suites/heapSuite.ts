import { acpStore } from "../contestants/acpStore.js";
import { baseline } from "../contestants/baseline.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import { createMaxTarget, type Figure, type Measure } from "../figures.js";
import { runInChildProcess } from "../runInChildProcess.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum heap of acp-store, relative to the baseline. */
const MAX_HEAP_RATIO = 1.5;
const heapContestants = [baseline, acpStore, zustandImmer, useAcp];

/** Measures the heap after W1. Each contestant runs in its own process. */
export async function heapSuite({ scale, seed, progress }: SuiteOptions): Promise<Figure[]> {
  const figures: Measure[] = [];
  let baselineMegabytes = Number.NaN;
  for (const contestant of heapContestants) {
    progress(contestant.name);
    const size = JSON.stringify({ scale, seed });
    const args = [contestant.name, size];
    const megabytes = await runInChildProcess<number>("./measureHeap.js", args);
    if (contestant === baseline) baselineMegabytes = megabytes;
    const ratio = megabytes / baselineMegabytes;
    figures.push(
      {
        type: "measure",
        name: "heap after W1",
        subject: contestant.name,
        value: megabytes,
        unit: "MB",
      },
      {
        type: "measure",
        name: "heap after W1, relative to the baseline",
        subject: contestant.name,
        value: ratio,
        unit: "×",
        ...(contestant === acpStore && { target: createMaxTarget(MAX_HEAP_RATIO, ratio, "×") }),
      },
    );
  }
  return figures;
}
