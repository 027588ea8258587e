import { type AcpState, selectSession } from "@acp-store/core";
import { type PendingPermission, useAcpStore, useAllPendingPermissions } from "@acp-store/react";
import { useMemo } from "react";
import { usePanelScope } from "../shell/panelScope.js";

/** The requests that wait in this session, and in those that its agent started for a part of it. */
export function usePermissionsHere(): readonly PendingPermission[] {
  const store = useAcpStore();
  const { sessionId } = usePanelScope();
  const pending = useAllPendingPermissions();
  return useMemo(
    () => pending.filter((item) => isWithin(store.getState(), item.sessionId, sessionId)),
    [pending, store, sessionId],
  );
}

function isWithin(state: AcpState, sessionId: string, ancestorId: string): boolean {
  const seen = new Set<string>();
  for (
    let id: string | undefined = sessionId;
    id !== undefined && !seen.has(id);
    id = selectSession(state, id)?.parentSessionId
  ) {
    if (id === ancestorId) return true;
    seen.add(id);
  }
  return false;
}
