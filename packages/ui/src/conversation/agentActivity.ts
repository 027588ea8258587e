import type { Session } from "@acp-store/core";

/** Returns whether the agent waits for the user. */
export function isWaitingForUser(session: Session | undefined): boolean {
  return session?.activity === "requires_action";
}
