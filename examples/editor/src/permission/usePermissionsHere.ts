import { type PendingPermission, useAcpStore, useAllPendingPermissions } from "@acp-store/react";
import { useMemo } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { sessionPath } from "../shell/sessionTree.js";

/** The requests that wait in this session, and in those that its agent started for a part of it. */
export function usePermissionsHere(): readonly PendingPermission[] {
  const store = useAcpStore();
  const { sessionId } = usePanelScope();
  const pending = useAllPendingPermissions();
  return useMemo(
    () =>
      pending.filter((item) => sessionPath(store.getState(), item.sessionId).includes(sessionId)),
    [pending, store, sessionId],
  );
}
