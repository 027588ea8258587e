import type { Connection } from "@acp-store/core";
import type { ConnectionPhase } from "../shell/ConnectionBadge.js";
import type { LinkState } from "./linkState.js";

/** How the connection is, in one word. */
export function phaseOf(connection: Connection | undefined, state: LinkState): ConnectionPhase {
  switch (connection?.status) {
    case "closed":
      return "closed";
    case "ready":
      return state.signIn === undefined ? "connected" : "sign_in";
    default:
      return isComingBack(connection) ? "lost" : "connecting";
  }
}

/** It was there, and is being made again. */
export function isComingBack(connection: Connection | undefined): boolean {
  return (
    connection?.status === "lost" ||
    (connection?.status === "connecting" && connection.attempt !== undefined)
  );
}
