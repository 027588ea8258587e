import { type PendingPermission, useAcpView, useAllPendingPermissions } from "@acp-store/react";
import { useMemo } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { getSessionAncestry } from "../shell/sessionTree.js";

/** Returns the pending permission requests of the current session and its subagents. */
export function useSessionPermissions(): readonly PendingPermission[] {
  const view = useAcpView();
  const { sessionId } = usePanelScope();
  const pending = useAllPendingPermissions();
  return useMemo(
    () =>
      pending.filter((item) =>
        getSessionAncestry(view.getState(), item.sessionId).includes(sessionId),
      ),
    [pending, view, sessionId],
  );
}
