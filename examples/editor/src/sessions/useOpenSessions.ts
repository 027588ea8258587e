import { useSessions } from "@acp-store/react";
import { useMemo } from "react";

/** The sessions the user has opened; those of subagents are parts of theirs. */
export function useOpenSessions(): readonly string[] {
  const found = useSessions(({ sessionId, parentSessionId }) =>
    parentSessionId === undefined ? sessionId : undefined,
  );
  return useMemo(() => found.filter((id) => id !== undefined), [found]);
}
