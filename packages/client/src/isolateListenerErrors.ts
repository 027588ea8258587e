/**
 * Runs a store operation that notifies listeners. An error thrown by a listener of the application
 * is reported as an uncaught error, so that the caller can continue.
 */
export function isolateListenerErrors(operation: () => void): void {
  try {
    operation();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
