import type { Connection } from "@acp-store/core";
import type { Auth } from "@acp-store/react";
import type { ConnectionPhase } from "../shell/ConnectionBadge.js";

/** Returns the phase of the connection for the badge in the header. */
export function getConnectionPhase(
  connection: Connection | undefined,
  auth: Auth,
): ConnectionPhase {
  switch (connection?.status) {
    case "closed":
      return "closed";
    case "ready":
      return isSignInMissing(auth) ? "sign_in" : "connected";
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

/** Returns whether the user has to sign in. */
export function isSignInMissing({ status }: Auth): boolean {
  return status === "required" || status === "in_progress" || status === "failed";
}
