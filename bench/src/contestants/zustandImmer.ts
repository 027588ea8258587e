import { enableMapSet, enablePatches, Immer } from "immer";
import { createStore, type StoreApi } from "zustand/vanilla";
import { parseLine } from "../wire/update.js";
import type { Workload } from "../workloads/workloads.js";
import { BATCH_SIZE, type Contestant, type Run, sink } from "./contestant.js";
import { applyUpdateToTree, type Tree } from "./stateTree.js";

enableMapSet();
enablePatches();

/** A run of zustand and immer. */
export interface TreeRun extends Run {
  readonly store: StoreApi<Tree>;
}

/**
 * One tree of maps in one zustand store. Each notification is one recipe, with immer's defaults.
 */
export const zustandImmer: Contestant<TreeRun> = {
  name: "zustand + immer, one tree",
  maxLines: getSampleSize,
  start: () => startTreeRun(1),
};

/** Applies a batch of notifications in one recipe. */
export const zustandImmerBatched: Contestant<TreeRun> = {
  name: `zustand + immer, one tree, batches of ${BATCH_SIZE}`,
  maxLines: (workload) => getSampleSize(workload) * 8,
  start: () => startTreeRun(BATCH_SIZE),
};

function startTreeRun(batchSize: number): TreeRun {
  const immer = new Immer();
  const store = createStore<Tree>(() => ({ sessions: new Map() }));
  let pendingLines: string[] = [];
  const applyLines = (lines: readonly string[]): ((draft: Tree) => void) => {
    return (draft) => {
      for (const { sessionId, update } of lines.map(parseLine))
        applyUpdateToTree(draft, sessionId, update);
    };
  };

  function flush(): void {
    const [next, patches] = immer.produceWithPatches(store.getState(), applyLines(pendingLines));
    pendingLines = [];
    store.setState(next, true);
    sink.patches += patches.length;
    sink.state = store.getState();
  }

  return {
    store,
    flush,
    load: (lines) => store.setState(immer.produce(store.getState(), applyLines(lines)), true),
    applyLine(line) {
      pendingLines.push(line);
      if (pendingLines.length >= batchSize) flush();
    },
  };
}

/** The number of lines of each workload that can be processed in a few seconds. */
const SAMPLE_SIZES: Readonly<Record<string, number>> = {
  W2a: 1000,
  "W3@10k": 1000,
  "W3@50k": 200,
  "W3@100k": 100,
  W4: 20_000,
};

function getSampleSize({ name }: Workload): number {
  return SAMPLE_SIZES[name] ?? 10_000;
}
