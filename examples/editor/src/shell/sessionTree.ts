import { type AcpState, selectSession, selectSessions } from "@acp-store/core";

/** Returns the ids of a session and its ancestors, starting with the session itself. */
export function getSessionAncestry(state: AcpState, sessionId: string): readonly string[] {
  const path: string[] = [];
  for (
    let id: string | undefined = sessionId;
    id !== undefined && !path.includes(id);
    id = selectSession(state, id)?.parentSessionId
  )
    path.push(id);
  return path;
}

/**
 * Returns the open session to show after a session is closed: the next one, or the previous one.
 */
export function getAdjacentSession(state: AcpState, sessionId: string): string | undefined {
  const open = selectSessions(state).filter((session) => session.parentSessionId === undefined);
  const at = open.findIndex((session) => session.sessionId === sessionId);
  return (open[at + 1] ?? open[at - 1])?.sessionId;
}
