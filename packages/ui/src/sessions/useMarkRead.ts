import { useAcpView, useSessionCatalog } from "@acp-store/react";
import { useEffect, useSyncExternalStore } from "react";

/**
 * Marks a session as read while the component is mounted and the page is visible.
 *
 * @example
 * ```tsx
 * function ShownSession({ sessionId }: { sessionId: string }) {
 *   useMarkRead(sessionId);
 *   return <Conversation />;
 * }
 * ```
 */
export function useMarkRead(sessionId: string): void {
  const view = useAcpView();
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false);
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
