import type { Connection } from "@acp-store/core";
import type { Auth } from "@acp-store/react";

/** Returns whether an established connection was lost and is being restored. */
export function isReconnecting(connection: Connection | undefined): boolean {
  return (
    connection?.status === "lost" ||
    (connection?.status === "connecting" && connection.attempt !== undefined)
  );
}

/**
 * Returns whether a connection is being made, so that a prompt has to wait in the queue for it. One that fails
 * holds the queue.
 */
export function isBeingConnected(connection: Connection | undefined): boolean {
  return connection?.status === "lost" || connection?.status === "connecting";
}

/** Returns whether the user has to sign in. */
export function isSignInMissing({ status }: Pick<Auth, "status">): boolean {
  return status === "required" || status === "in_progress" || status === "failed";
}
