/**
 * Runs a store operation that notifies listeners. An error thrown by a listener of the application
 * is reported as an uncaught error, so that the caller can continue. Use it where such an error
 * would break a connection.
 *
 * @example
 * ```ts
 * import { createAcpStore } from "@acp-store/core";
 * import { isolateListenerErrors } from "@acp-store/core/tap";
 *
 * const store = createAcpStore();
 * const socket = new WebSocket("ws://127.0.0.1:4317/acp");
 * socket.onclose = () => isolateListenerErrors(() => store.disconnect("The agent hung up."));
 * ```
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
