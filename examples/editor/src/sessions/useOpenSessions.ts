import { useSessions } from "@acp-store/react";

/** The sessions the user has opened; those of subagents are parts of theirs. */
export function useOpenSessions(): readonly string[] {
  return useSessions((all) =>
    all
      .filter(({ parentSessionId }) => parentSessionId === undefined)
      .map(({ sessionId }) => sessionId),
  );
}
