/** The longest time to wait for the browser to be idle. */
const IDLE_MS = 1000;

/** Calls the function when the browser has nothing to do. Returns a function that cancels it. */
export function whenIdle(callback: () => unknown): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(callback, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => callback(), { timeout: IDLE_MS });
  return () => cancelIdleCallback(handle);
}
