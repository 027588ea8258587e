import { type Contestant, type Run, sink } from "../contestants/contestant.js";
import type { Workload } from "../workloads/workload.js";
import { clock } from "./clock.js";
import { collectGarbage } from "./garbage.js";

/** One run of one contestant. */
export interface Timed {
  readonly microseconds: number;
  /** The same for each thousand updates, in order. */
  readonly blocks: readonly number[];
}

/** Which lines a contestant takes with the clock running. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const BLOCK = 1000;
const WARM_UP_MICROSECONDS = 500_000;

/**
 * All lines, or as many as the contestant can take, from the middle: where the cost of an update
 * grows with what is there, that is where it costs the average.
 */
export function stretchOf(contestant: Contestant, workload: Workload): Stretch {
  const all = workload.lines.length;
  const count = Math.min(all, contestant.most?.(workload) ?? all);
  const from = Math.floor((all - count) / 2);
  return { from, to: from + count };
}

/** Feeds a new state of a contestant with the lines of a workload and takes the time. */
export function timeRun(contestant: Contestant, workload: Workload): Timed {
  const { from, to } = stretchOf(contestant, workload);
  const run = contestant.start(workload.version);
  run.load(workload.setup);
  run.load(workload.lines.slice(0, from));
  collectGarbage();
  sink.warm = warmUp(contestant, workload);
  return timeLines(run, workload.lines.slice(from, to));
}

/**
 * A collection makes the engine forget what it has compiled for objects that are gone. So it gets
 * some lines for a state that is kept until the clock has stopped.
 */
function warmUp(contestant: Contestant, { version, warmUp: lines }: Workload): Run {
  const run = contestant.start(version);
  const deadline = clock.now() + WARM_UP_MICROSECONDS;
  for (const line of lines) {
    if (clock.now() > deadline) break;
    run.take(line);
  }
  run.finish?.();
  return run;
}

function timeLines(run: Run, lines: readonly string[]): Timed {
  const blocks: number[] = [];
  let total = 0;
  for (let start = 0; start < lines.length; start += BLOCK) {
    const block = lines.slice(start, start + BLOCK);
    const began = clock.now();
    for (const line of block) run.take(line);
    if (start + BLOCK >= lines.length) run.finish?.();
    const took = clock.now() - began;
    blocks.push(took / block.length);
    total += took;
  }
  return { microseconds: total / lines.length, blocks };
}
