import { type AcpState, selectSession, selectSessionCatalog } from "@acp-store/core";

/** Returns the ids of a session and its ancestors, starting with the session itself. */
export function getSessionAncestry(state: AcpState, sessionId: string): readonly string[] {
  const path = new Set<string>();
  for (
    let id: string | undefined = sessionId;
    id !== undefined && !path.has(id);
    id = selectSession(state, id)?.parentSessionId
  )
    path.add(id);
  return [...path];
}

/** Returns whether a session is open. The store keeps a trace of closed sessions. */
export function isSessionOpen(state: AcpState, sessionId: string): boolean {
  const session = selectSession(state, sessionId);
  return session !== undefined && session.closed !== true;
}

/**
 * Returns the open session to show after a session is closed: the next one in the list, or the
 * previous one.
 */
export function getAdjacentSession(state: AcpState, sessionId: string): string | undefined {
  const open = selectSessionCatalog(state, { archived: "include" }).filter((entry) =>
    isSessionOpen(state, entry.sessionId),
  );
  const at = open.findIndex((entry) => entry.sessionId === sessionId);
  return (open[at + 1] ?? open[at - 1])?.sessionId;
}
