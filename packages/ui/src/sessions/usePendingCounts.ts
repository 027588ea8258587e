import { useAcpView, useAttention } from "@acp-store/react";
import { getSessionAncestry } from "./sessionTree.js";
import { areMapsEqual } from "./areMapsEqual.js";

/** Returns the number of pending requests in each session, including those of its subagents. */
export function usePendingCounts(): ReadonlyMap<string, number> {
  const view = useAcpView();
  return useAttention({
    select: (all) => {
      const counts = new Map<string, number>();
      for (const { sessionId, permissions, elicitations } of all) {
        if (sessionId === undefined) continue;
        const root = getSessionAncestry(view.getState(), sessionId).at(-1) ?? sessionId;
        const count = permissions.length + elicitations.length;
        counts.set(root, (counts.get(root) ?? 0) + count);
      }
      return counts;
    },
    equalityFn: areMapsEqual,
  });
}
