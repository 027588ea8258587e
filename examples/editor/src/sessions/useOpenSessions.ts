import { useSessions } from "@acp-store/react";
import { useMemo } from "react";

/** Returns the ids of the open sessions, without the sessions of subagents. */
export function useOpenSessions(): readonly string[] {
  const found = useSessions(({ sessionId, parentSessionId }) =>
    parentSessionId === undefined ? sessionId : undefined,
  );
  return useMemo(() => found.filter((id) => id !== undefined), [found]);
}
