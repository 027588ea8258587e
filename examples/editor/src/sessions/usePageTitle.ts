import { useSession } from "@acp-store/react";
import { useEffect } from "react";
import { getSessionTitle, usePendingCounts } from "@acp-store/ui";

const APP_TITLE = "acp-store editor";

/**
 * Names the shown session in the page title, so that its tab can be found, and the number of pending
 * requests.
 */
export function usePageTitle(sessionId: string | undefined): void {
  const pendingCount = [...usePendingCounts().values()].reduce((sum, count) => sum + count, 0);
  const sessionTitle = useSession({ select: getSessionTitle, sessionId: sessionId ?? "" });
  const name = sessionId === undefined ? APP_TITLE : `${sessionTitle} – ${APP_TITLE}`;
  const title = pendingCount > 0 ? `(${pendingCount}) ${name}` : name;
  useEffect(() => {
    const previousTitle = document.title;
    document.title = title;
    return () => {
      document.title = previousTitle;
    };
  }, [title]);
}
