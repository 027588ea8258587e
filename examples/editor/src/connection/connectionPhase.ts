import type { Connection } from "@acp-store/core";
import type { ConnectionPhase } from "../shell/ConnectionBadge.js";
import type { LinkState } from "./linkState.js";

/** Returns the phase of the connection for the badge in the header. */
export function getConnectionPhase(
  connection: Connection | undefined,
  state: LinkState,
): ConnectionPhase {
  switch (connection?.status) {
    case "closed":
      return "closed";
    case "ready":
      return state.signIn === undefined ? "connected" : "sign_in";
    default:
      return isReconnecting(connection) ? "reconnecting" : "connecting";
  }
}

/** Returns whether an established connection was lost and is being restored. */
export function isReconnecting(connection: Connection | undefined): boolean {
  return (
    connection?.status === "lost" ||
    (connection?.status === "connecting" && connection.attempt !== undefined)
  );
}
