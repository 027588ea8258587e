import { useAcpStore, useAttention } from "@acp-store/react";
import { sessionPath } from "../shell/sessionTree.js";

/** How many requests wait for the user in each session, those of its subagents included. */
export function useWaiting(): ReadonlyMap<string, number> {
  const store = useAcpStore();
  return useAttention({
    select: (all) => {
      const counts = new Map<string, number>();
      for (const { sessionId, permissions, elicitations } of all) {
        if (sessionId === undefined) continue;
        const root = sessionPath(store.getState(), sessionId).at(-1) ?? sessionId;
        const count = permissions.length + elicitations.length;
        counts.set(root, (counts.get(root) ?? 0) + count);
      }
      return counts;
    },
    equalityFn: sameCounts,
  });
}

function sameCounts(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([id, count]) => b.get(id) === count);
}
