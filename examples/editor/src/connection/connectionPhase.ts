import type { Connection } from "@acp-store/core";
import type { Auth } from "@acp-store/react";
import { isReconnecting, isSignInMissing } from "@acp-store/ui";
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
