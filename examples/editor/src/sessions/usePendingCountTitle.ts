import { useEffect } from "react";
import { usePendingCounts } from "./usePendingCounts.js";

/** Shows the number of pending requests in the page title, so that it is visible in other tabs. */
export function usePendingCountTitle(title: string): void {
  const pendingCount = [...usePendingCounts().values()].reduce((sum, count) => sum + count, 0);
  useEffect(() => {
    const previousTitle = document.title;
    document.title = pendingCount > 0 ? `(${pendingCount}) ${title}` : title;
    return () => {
      document.title = previousTitle;
    };
  }, [pendingCount, title]);
}
