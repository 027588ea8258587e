/** How long messages may be taken in, in ms, before others get their turn. */
const SLICE_MS = 12;

/**
 * Called after each message: returns a promise of the event loop's next turn once the slice is used
 * up. Streams hand over in microtasks, so that without it a flood would starve timers and input.
 */
export function turnTaker(): () => Promise<void> | undefined {
  let begin = performance.now();
  return () => {
    if (performance.now() - begin < SLICE_MS) return undefined;
    return nextTurn().then(() => void (begin = performance.now()));
  };
}

/** The event loop's next turn. Not by a timer, which hidden tabs fire once a second only. */
export function nextTurn(): Promise<void> {
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
