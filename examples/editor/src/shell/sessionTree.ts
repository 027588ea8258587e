import { type AcpState, selectSession, selectSessions } from "@acp-store/core";

/** A session and those it was started for, from the inside out. */
export function sessionPath(state: AcpState, sessionId: string): readonly string[] {
  const path: string[] = [];
  for (
    let id: string | undefined = sessionId;
    id !== undefined && !path.includes(id);
    id = selectSession(state, id)?.parentSessionId
  )
    path.push(id);
  return path;
}

/** The open session that takes the place of one that is closed. */
export function neighbourOf(state: AcpState, sessionId: string): string | undefined {
  const open = selectSessions(state).filter((session) => session.parentSessionId === undefined);
  const at = open.findIndex((session) => session.sessionId === sessionId);
  return (open[at + 1] ?? open[at - 1])?.sessionId;
}
