import { existsSync, openSync, readSync } from "node:fs";

/** A clock that counts microseconds from an arbitrary start. */
interface Clock {
  readonly name: string;
  now(): number;
}

/**
 * The scheduler statistics on Linux. The first number is the CPU time of the thread in nanoseconds.
 */
const SCHEDSTAT = "/proc/thread-self/schedstat";

/**
 * The CPU time of this thread on Linux, which excludes the time that other programs use. On other
 * systems, the wall-clock time.
 */
export const clock: Clock = createThreadClock() ?? {
  name: "wall-clock time",
  now: () => performance.now() * 1000,
};

function createThreadClock(): Clock | undefined {
  if (!existsSync(SCHEDSTAT)) return undefined;
  const file = openSync(SCHEDSTAT, "r");
  const buffer = Buffer.alloc(64);
  const now = (): number => {
    // The system updates its statistics for this call, but not when the file is read.
    process.cpuUsage();
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString("latin1", 0, length), 10) / 1000;
  };
  return now() > 0 ? { name: "CPU time of the thread", now } : undefined;
}
