import type { FleetConnectionState, RemoteFleet } from "@acp-store/fleet/mirror";

/**
 * Calls back each time a page that may manage agents has connected, and at once if it is connected. Returns a
 * function that ends it.
 */
export function onEachConnection(
  { connection }: Pick<RemoteFleet, "connection">,
  onConnected: () => void,
): () => void {
  function check({ status, canManage }: FleetConnectionState, before?: FleetConnectionState): void {
    if (canManage && status === "live" && before?.status !== "live") onConnected();
  }
  const stop = connection.subscribe(check);
  check(connection.getState());
  return stop;
}
