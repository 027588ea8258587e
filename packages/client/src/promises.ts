/** Resolves when the promise settles, or after `ms` milliseconds. Leaves no timer behind. */
export async function settleWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const settled = promise.then(
    () => {},
    () => {},
  );
  await Promise.race([settled, sleep(ms, stop.signal)]);
  stop.abort();
}

/** Returns a function that runs tasks, at most `maximum` at once. Further ones wait for their turn. */
export function limitConcurrency(
  maximum: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running === maximum) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The next task takes over the place.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/**
 * Resolves like the given promise, or rejects with the signal's reason once the signal is aborted.
 * Leaves no listener behind.
 */
export async function rejectOnAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Resolves after `ms` milliseconds, or once the signal is aborted. Leaves no timer and no listener
 * behind.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    if (signal.aborted) finish();
    else signal.addEventListener("abort", finish, { once: true });
  });
}
