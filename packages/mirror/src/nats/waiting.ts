import type { NatsConnection } from "@nats-io/nats-core";

const listenersOf = new WeakMap<NatsConnection, Set<() => void>>();

/**
 * Calls the listener each time the connection is there again. The iterator of `status()` only ends
 * with the connection, so there is one per connection.
 */
export function onReconnect(connection: NatsConnection, listener: () => void): () => void {
  let listeners = listenersOf.get(connection);
  if (listeners === undefined) {
    listeners = new Set();
    listenersOf.set(connection, listeners);
    void callAtReconnects(connection, listeners);
  }
  const added = listeners;
  added.add(listener);
  return () => added.delete(listener);
}

async function callAtReconnects(
  connection: NatsConnection,
  listeners: ReadonlySet<() => void>,
): Promise<void> {
  for await (const { type } of connection.status())
    if (type === "reconnect") for (const listener of [...listeners]) listener();
}

/** Waits. An aborted signal ends the pause. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
