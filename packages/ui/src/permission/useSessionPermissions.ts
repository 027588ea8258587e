import {
  type PendingPermission,
  useAcpView,
  useAllPendingPermissions,
  useSessionId,
} from "@acp-store/react";
import { useMemo } from "react";
import { getSessionAncestry } from "../sessions/sessionTree.js";

/** Returns the pending permission requests of the current session and its subagents. */
export function useSessionPermissions(): readonly PendingPermission[] {
  const view = useAcpView();
  const sessionId = useSessionId();
  const pending = useAllPendingPermissions();
  return useMemo(
    () =>
      pending.filter((item) =>
        getSessionAncestry(view.getState(), item.sessionId).includes(sessionId),
      ),
    [pending, view, sessionId],
  );
}
