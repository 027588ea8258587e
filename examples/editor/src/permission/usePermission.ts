import type { Permission } from "@acp-store/core";
import { useAcpStore } from "@acp-store/react";
import { useCallback, useSyncExternalStore } from "react";
import { usePanelScope } from "../shell/panelScope.js";

const nothing = (): void => {};

/** One permission request, settled or not. */
export function usePermission(permissionId: string | undefined): Permission | undefined {
  const store = useAcpStore();
  const { sessionId } = usePanelScope();
  const subscribe = useCallback(
    (listener: () => void) => {
      if (permissionId === undefined) return nothing;
      return store.watch({ sessionId, table: "permissions", id: permissionId }, listener);
    },
    [store, sessionId, permissionId],
  );
  return useSyncExternalStore(subscribe, () =>
    permissionId === undefined
      ? undefined
      : store.getState().sessions.get(sessionId)?.permissions.get(permissionId),
  );
}
