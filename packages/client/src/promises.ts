/**
 * Resolves like the given promise, or rejects with `createTimeoutError()` after `timeoutMs`
 * milliseconds. Leaves no timer behind.
 */
export async function withTimeout<Value>(
  timeoutMs: number,
  promise: Promise<Value>,
  createTimeoutError: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createTimeoutError()), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
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
