import { acpStore } from "../contestants/acpStore.js";
import { baseline } from "../contestants/baseline.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import { createMeasure, type Figure } from "../figures.js";
import { runInChildProcess } from "../runInChildProcess.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum heap of acp-store, relative to the baseline. */
const MAX_HEAP_RATIO = 1.5;

/** Measures the heap after W1. Each contestant runs in its own process. */
export async function heapSuite({ scale, progress }: SuiteOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  let baselineMegabytes: number | undefined;
  for (const { name } of [baseline, acpStore, zustandImmer, useAcp]) {
    progress(name);
    const megabytes = await runInChildProcess<number>("./measureHeap.js", [name, String(scale)]);
    baselineMegabytes ??= megabytes;
    figures.push(
      createMeasure("heap after W1", name, megabytes, "MB"),
      createMeasure(
        "heap after W1, relative to the baseline",
        name,
        megabytes / baselineMegabytes,
        "×",
        name === acpStore.name ? { max: MAX_HEAP_RATIO } : {},
      ),
    );
  }
  return figures;
}
