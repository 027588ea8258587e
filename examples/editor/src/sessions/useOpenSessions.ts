import { useSessions } from "@acp-store/react";

/** Returns the ids of the open sessions, without the sessions of subagents. */
export function useOpenSessions(): readonly string[] {
  return useSessions((all) =>
    all
      .filter(({ parentSessionId }) => parentSessionId === undefined)
      .map(({ sessionId }) => sessionId),
  );
}
