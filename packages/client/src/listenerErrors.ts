/**
 * Does what the store's listeners hear of. What a listener of the application throws is reported as
 * an uncaught error, and is no reason not to go on.
 */
export function withoutListenerErrors(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
