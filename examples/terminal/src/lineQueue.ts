/** The lines that the user has entered. */
export interface LineQueue {
  /** Adds a line. */
  add(line: string): void;
  /** Ends the input. */
  end(): void;
  /**
   * Resolves with the next line, or with `undefined` at the end of the input. If several calls
   * wait, the newest one gets the line. Rejects when the signal is aborted.
   */
  take(signal: AbortSignal): Promise<string | undefined>;
  /** Like `take`, but ignores the lines that are in the queue already. */
  takeNew(signal: AbortSignal): Promise<string | undefined>;
}

type Waiter = (line: string | undefined) => void;

/** Creates an empty queue. */
export function createLineQueue(): LineQueue {
  const lines: string[] = [];
  let waiters: readonly Waiter[] = [];
  let hasEnded = false;

  function takeNew(signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (hasEnded) return resolve(undefined);
      const abort = (): void => {
        waiters = waiters.filter((waiter) => waiter !== settle);
        reject(signal.reason);
      };
      const settle: Waiter = (line) => {
        signal.removeEventListener("abort", abort);
        resolve(line);
      };
      waiters = [...waiters, settle];
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  return {
    takeNew,
    take: async (signal) => lines.shift() ?? takeNew(signal),
    add(line) {
      const newest = waiters.at(-1);
      waiters = waiters.slice(0, -1);
      if (newest) newest(line);
      else lines.push(line);
    },
    end() {
      hasEnded = true;
      for (const waiter of waiters) waiter(undefined);
      waiters = [];
    },
  };
}
