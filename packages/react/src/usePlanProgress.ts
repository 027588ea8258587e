import { type PlanProgress, selectPlanProgress } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { planTargets } from "./planTargets.js";
import { useWatched, whole } from "./useWatched.js";

/**
 * How far a plan is: the one with this id, or the one that was updated last; `undefined` where there
 * is nothing to count.
 *
 * @example
 * ```tsx
 * function Progress() {
 *   const progress = usePlanProgress();
 *   return progress ? <progress value={progress.done} max={progress.total} /> : null;
 * }
 * ```
 */
export function usePlanProgress(
  planId?: string,
  options?: SessionOption,
): PlanProgress | undefined {
  const sessionId = useSessionId(options);
  const targets = planTargets(sessionId, planId);
  return useWatched(targets, (state) => selectPlanProgress(state, sessionId, planId), whole);
}
