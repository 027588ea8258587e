/** The time in ms for which messages are processed before other tasks get to run. */
const TIME_SLICE_MS = 12;

/**
 * Returns a function to call after each message. It returns a promise to wait for once the time
 * slice is used up, and `undefined` before that. Streams deliver in microtasks, so a flood of
 * messages would otherwise starve timers and user input.
 */
export function createYielder(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < TIME_SLICE_MS) return undefined;
    return yieldToEventLoop().then(() => void (sliceStart = performance.now()));
  };
}

/**
 * Resolves in the next turn of the event loop. Uses a message channel, because browsers limit the
 * timers of hidden tabs to one per second.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
