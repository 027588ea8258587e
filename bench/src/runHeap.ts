import { acpStore } from "./contestants/acpStore.js";
import { type Contestant, sink } from "./contestants/contestant.js";
import { floor } from "./contestants/floor.js";
import { useAcp } from "./contestants/useAcp.js";
import { zustandImmer } from "./contestants/zustandImmer.js";
import { usedMegabytes } from "./measure/garbage.js";
import { oneSession } from "./workloads/oneSession.js";
import type { Size } from "./workloads/workload.js";

// The process that measures the heap of one contestant: `node --expose-gc runHeap.js NAME SIZE`.

const contestants = [floor, acpStore, zustandImmer, useAcp];

const [name = "", size = "{}"] = process.argv.slice(2);
const contestant = contestants.find((one) => one.name === name);
if (contestant === undefined) throw new Error(`There is no contestant "${name}".`);
process.send?.(heapAfter(contestant, JSON.parse(size) as Size));
process.disconnect?.();

/**
 * A first state is thrown away, so that compiled code does not count. A tiny one takes its place
 * where a contestant keeps the last one.
 */
function heapAfter(measured: Contestant, ofSize: Size): number {
  fill(measured, ofSize);
  fill(measured, { ...ofSize, scale: ofSize.scale / 1000 });
  sink.state = undefined;
  sink.warm = undefined;
  const before = usedMegabytes();
  sink.warm = fill(measured, ofSize);
  return usedMegabytes() - before;
}

/** The lines are gone when it returns. */
function fill(measured: Contestant, ofSize: Size): unknown {
  const run = measured.start(1);
  for (const line of oneSession("W1", 1, ofSize).lines) run.take(line);
  run.finish?.();
  return run;
}
