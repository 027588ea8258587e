import { enableMapSet, enablePatches, Immer } from "immer";
import { createStore, type StoreApi } from "zustand/vanilla";
import { parseLine, type Version } from "../wire/update.js";
import type { Workload } from "../workloads/workload.js";
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
  start: (version) => startTreeRun(version, new Immer(), 1),
};

/** Disables freezing, which immer enables by default. */
export const zustandImmerUnfrozen: Contestant<TreeRun> = {
  name: "zustand + immer, one tree, no freezing",
  maxLines: getSampleSize,
  start: (version) => startTreeRun(version, new Immer({ autoFreeze: false }), 1),
};

/** Applies a batch of notifications in one recipe. */
export const zustandImmerBatched: Contestant<TreeRun> = {
  name: `zustand + immer, one tree, batches of ${BATCH_SIZE}`,
  maxLines: (workload) => getSampleSize(workload) * 8,
  start: (version) => startTreeRun(version, new Immer(), BATCH_SIZE),
};

function startTreeRun(_version: Version, immer: Immer, batchSize: number): TreeRun {
  const store = createStore<Tree>(() => ({ sessions: new Map() }));
  let pendingLines: string[] = [];

  function load(lines: readonly string[]): void {
    const recipe = (draft: Tree): void => lines.forEach((line) => applyLineToTree(draft, line));
    store.setState(immer.produce(store.getState(), recipe), true);
  }

  function flush(): void {
    const lines = pendingLines;
    pendingLines = [];
    const recipe = (draft: Tree): void => lines.forEach((line) => applyLineToTree(draft, line));
    const [next, patches] = immer.produceWithPatches(store.getState(), recipe);
    store.setState(next, true);
    sink.patches += patches.length;
    sink.state = store.getState();
  }

  function applyLine(line: string): void {
    pendingLines.push(line);
    if (pendingLines.length >= batchSize) flush();
  }

  return { store, load, applyLine, flush };
}

function applyLineToTree(draft: Tree, line: string): void {
  const { sessionId, update } = parseLine(line);
  applyUpdateToTree(draft, sessionId, update);
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
