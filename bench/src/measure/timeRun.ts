import { type Contestant, type Run, sink } from "../contestants/contestant.js";
import type { Workload } from "../workloads/workloads.js";
import { clock } from "./clock.js";
import { collectGarbage } from "./garbage.js";

/** The measured time of one run. */
export interface TimedRun {
  /** The time per update, in microseconds. */
  readonly microseconds: number;
  /** The time per update for each block of 1,000 updates, in order. */
  readonly blocks: readonly number[];
}

/** The range of lines that are measured. */
export interface TimedRange {
  readonly from: number;
  readonly to: number;
}

const BLOCK_SIZE = 1000;
const WARM_UP_MICROSECONDS = 500_000;

/**
 * Returns all lines, or as many as the contestant can process, from the middle of the workload. If
 * the cost of an update grows with the state, the middle is representative of the average.
 */
export function getTimedRange(
  contestant: Pick<Contestant, "maxLines">,
  workload: Workload,
): TimedRange {
  const all = workload.lines.length;
  const count = Math.min(all, contestant.maxLines?.(workload) ?? all);
  const from = Math.floor((all - count) / 2);
  return { from, to: from + count };
}

/** Measures how long a new run of a contestant needs for the lines of a workload. */
export function timeRun(contestant: Contestant, workload: Workload): TimedRun {
  const { from, to } = getTimedRange(contestant, workload);
  const run = contestant.start(workload.version);
  run.load(workload.setup);
  run.load(workload.lines.slice(0, from));
  collectGarbage();
  sink.warmUpRun = warmUp(contestant, workload);
  return timeLines(run, workload.lines.slice(from, to));
}

/**
 * Warms up the engine with a separate run. The garbage collection discards compiled code for
 * objects that no longer exist, so the run is kept until the measurement is complete.
 */
function warmUp(contestant: Contestant, { version, warmUp: lines }: Workload): Run {
  const run = contestant.start(version);
  const deadline = clock.now() + WARM_UP_MICROSECONDS;
  for (const line of lines) {
    if (clock.now() > deadline) break;
    run.applyLine(line);
  }
  run.flush?.();
  return run;
}

function timeLines(run: Run, lines: readonly string[]): TimedRun {
  const blocks: number[] = [];
  let total = 0;
  for (let start = 0; start < lines.length; start += BLOCK_SIZE) {
    const block = lines.slice(start, start + BLOCK_SIZE);
    const blockStart = clock.now();
    for (const line of block) run.applyLine(line);
    if (start + BLOCK_SIZE >= lines.length) run.flush?.();
    const duration = clock.now() - blockStart;
    blocks.push(duration / block.length);
    total += duration;
  }
  return { microseconds: total / lines.length, blocks };
}
