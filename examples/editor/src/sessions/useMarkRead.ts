import { useAcpView, useSessionCatalog } from "@acp-store/react";
import { useEffect, useSyncExternalStore } from "react";

/** Marks the session as read while it is shown in a visible tab of the browser. */
export function useMarkRead(sessionId: string): void {
  const view = useAcpView();
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const isUnread = useSessionCatalog(
    { archived: "include" },
    (all) => all.find((entry) => entry.sessionId === sessionId)?.unread === true,
  );
  useEffect(() => {
    if (isVisible && isUnread) view.markSessionRead(sessionId);
  }, [view, sessionId, isVisible, isUnread]);
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const isPageVisible = (): boolean => document.visibilityState === "visible";
