import type { OverviewSession } from "./inbox.js";
import type { SessionRef } from "./sessionKey.js";

/** Returns the sessions that continue a session with another agent, in the given order. */
export function findContinuations(
  sessions: readonly OverviewSession[],
  { agentId, sessionId }: SessionRef,
): readonly OverviewSession[] {
  return sessions.filter(
    ({ entry: { continuedFrom } }) =>
      continuedFrom?.agentId === agentId && continuedFrom.sessionId === sessionId,
  );
}
