import { existsSync, openSync, readSync } from "node:fs";

/** Counts microseconds, from some moment on. */
interface Clock {
  readonly name: string;
  now(): number;
}

/** On Linux: the time that the thread had a processor, in nanoseconds, is the first number in it. */
const SCHEDSTAT = "/proc/thread-self/schedstat";

/**
 * The time that this thread has worked, where the system tells: what other programs take of the
 * machine does not count then. Elsewhere the time of day.
 */
export const clock: Clock = threadClock() ?? {
  name: "time of day",
  now: () => performance.now() * 1000,
};

function threadClock(): Clock | undefined {
  if (!existsSync(SCHEDSTAT)) return undefined;
  const file = openSync(SCHEDSTAT, "r");
  const buffer = Buffer.alloc(64);
  const now = (): number => {
    // The system brings its account up to date when it is asked for this one, not for the file.
    process.cpuUsage();
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString("latin1", 0, length), 10) / 1000;
  };
  return now() > 0 ? { name: "processor time of the thread", now } : undefined;
}
