import { useEffect } from "react";
import { useWaiting } from "./useWaiting.js";

/** The title of the page says how many requests wait, for whoever looks at another tab. */
export function useWaitingTitle(title: string): void {
  const waiting = [...useWaiting().values()].reduce((sum, count) => sum + count, 0);
  useEffect(() => {
    const before = document.title;
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
    return () => {
      document.title = before;
    };
  }, [waiting, title]);
}
