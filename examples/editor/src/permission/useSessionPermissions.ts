import { type PendingPermission, useAcpStore, useAllPendingPermissions } from "@acp-store/react";
import { useMemo } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { getSessionAncestry } from "../shell/sessionTree.js";

/** Returns the pending permission requests of the current session and its subagents. */
export function useSessionPermissions(): readonly PendingPermission[] {
  const store = useAcpStore();
  const { sessionId } = usePanelScope();
  const pending = useAllPendingPermissions();
  return useMemo(
    () =>
      pending.filter((item) =>
        getSessionAncestry(store.getState(), item.sessionId).includes(sessionId),
      ),
    [pending, store, sessionId],
  );
}
