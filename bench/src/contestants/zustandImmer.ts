import { enableMapSet, enablePatches, Immer } from "immer";
import { createStore, type StoreApi } from "zustand/vanilla";
import { readLine, type Version } from "../wire/update.js";
import type { Workload } from "../workloads/workload.js";
import { BATCH, type Contestant, type Run, sink } from "./contestant.js";
import { applyUpdate, type Tree } from "./tree.js";

enableMapSet();
enablePatches();

/** A run of zustand and immer, and the store. */
export interface TreeRun extends Run {
  readonly store: StoreApi<Tree>;
}

/** One tree of maps in one zustand store, each notification a recipe: immer as it comes. */
export const zustandImmer: Contestant<TreeRun> = {
  name: "zustand + immer, one tree",
  most: sampleSize,
  start: (version) => start(version, new Immer(), 1),
};

/** The same without freezing, which immer does by default. */
export const zustandImmerUnfrozen: Contestant<TreeRun> = {
  name: "zustand + immer, one tree, not frozen",
  most: sampleSize,
  start: (version) => start(version, new Immer({ autoFreeze: false }), 1),
};

/** The same with many notifications in one recipe. */
export const zustandImmerBatched: Contestant<TreeRun> = {
  name: `zustand + immer, one tree, batched by ${BATCH}`,
  most: (workload) => sampleSize(workload) * 8,
  start: (version) => start(version, new Immer(), BATCH),
};

function start(_version: Version, immer: Immer, batch: number): TreeRun {
  const store = createStore<Tree>(() => ({ sessions: new Map() }));
  let waiting: string[] = [];

  function load(lines: readonly string[]): void {
    const recipe = (draft: Tree): void => lines.forEach((line) => applyLine(draft, line));
    store.setState(immer.produce(store.getState(), recipe), true);
  }

  function finish(): void {
    const lines = waiting;
    waiting = [];
    const recipe = (draft: Tree): void => lines.forEach((line) => applyLine(draft, line));
    const [next, patches] = immer.produceWithPatches(store.getState(), recipe);
    store.setState(next, true);
    sink.patches += patches.length;
    sink.state = store.getState();
  }

  function take(line: string): void {
    waiting.push(line);
    if (waiting.length >= batch) finish();
  }

  return { store, load, take, finish };
}

function applyLine(draft: Tree, line: string): void {
  const { sessionId, update } = readLine(line);
  applyUpdate(draft, sessionId, update);
}

/** Each of these takes some seconds. */
const SAMPLES: Readonly<Record<string, number>> = {
  W2a: 1000,
  "W3@10k": 1000,
  "W3@50k": 200,
  "W3@100k": 100,
  W4: 20_000,
};

function sampleSize({ name }: Workload): number {
  return SAMPLES[name] ?? 10_000;
}
