import { type PendingElicitation, useAcpStore, useAllPendingElicitations } from "@acp-store/react";
import { useMemo } from "react";
import { sessionPath } from "../shell/sessionTree.js";

/** What is asked in a session and those within it, and what belongs to none. */
export function useElicitationsHere(sessionId?: string): readonly PendingElicitation[] {
  const store = useAcpStore();
  const pending = useAllPendingElicitations();
  return useMemo(
    () =>
      pending.filter(
        (item) =>
          item.sessionId === undefined ||
          (sessionId !== undefined &&
            sessionPath(store.getState(), item.sessionId).includes(sessionId)),
      ),
    [pending, store, sessionId],
  );
}
