import type { WatchTarget } from "@acp-store/core";

/** What to watch for one plan, or for the one that was updated last. */
export function planTargets(sessionId: string, planId: string | undefined): readonly WatchTarget[] {
  if (planId !== undefined) return [{ sessionId, table: "plans", id: planId }];
  return [
    { sessionId, table: "plans" },
    { sessionId, ids: "plans" },
  ];
}
