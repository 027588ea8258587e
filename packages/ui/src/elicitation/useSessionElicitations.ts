import { type PendingElicitation, useAcpView, useAllPendingElicitations } from "@acp-store/react";
import { useMemo } from "react";
import { getSessionAncestry } from "../sessions/sessionTree.js";

/**
 * Returns the pending elicitations of a session and its subagents, and those that belong to no
 * session. Without a session id, only the latter.
 */
export function useSessionElicitations(sessionId?: string): readonly PendingElicitation[] {
  const view = useAcpView();
  const pending = useAllPendingElicitations();
  return useMemo(
    () =>
      pending.filter(
        (item) =>
          item.sessionId === undefined ||
          (sessionId !== undefined &&
            getSessionAncestry(view.getState(), item.sessionId).includes(sessionId)),
      ),
    [pending, view, sessionId],
  );
}
