import { type Plan, selectPlan } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { planTargets } from "./planTargets.js";
import { useWatched, whole } from "./useWatched.js";

/**
 * A plan: the one with this id, or the one that was updated last; `undefined` if there is none.
 *
 * @example
 * ```tsx
 * function Steps() {
 *   return usePlan()?.entries?.map((entry) => <li key={entry.content}>{entry.content}</li>);
 * }
 * ```
 */
export function usePlan(planId?: string, options?: SessionOption): Plan | undefined {
  const sessionId = useSessionId(options);
  const targets = planTargets(sessionId, planId);
  return useWatched(targets, (state) => selectPlan(state, sessionId, planId), whole);
}
