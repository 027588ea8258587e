import { type AcpState, selectSession } from "@acp-store/core";

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
