import {
  type Plan,
  type PlanProgress,
  selectPlan,
  selectPlanProgress,
  selectPlans,
} from "@acp-store/core";
import { type SessionRead, targetsOf, useWatchedSession } from "./useWatched.js";

/**
 * Returns the plan with an id, or without an id the most recently updated plan; `undefined` if
 * there is none.
 *
 * @example
 * ```tsx
 * function Steps() {
 *   return usePlan()?.entries?.map((entry) => <li key={entry.content}>{entry.content}</li>);
 * }
 * ```
 */
export function usePlan<Value = Plan | undefined>(
  planId?: string,
  options?: SessionRead<Plan | undefined, Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: targetsOf(sessionId, "plans", planId),
    read: (state) => selectPlan(state, sessionId, planId),
  }));
}

/**
 * Returns the plans of a session in first-seen order. The list keeps its reference until one of
 * them changes.
 *
 * @example
 * ```tsx
 * function PlanTabs() {
 *   return usePlans().map((plan) => <button key={plan.planId}>{plan.planId}</button>);
 * }
 * ```
 */
export function usePlans<Value = readonly Plan[]>(
  options?: SessionRead<readonly Plan[], Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: [{ type: "table", sessionId, table: "plans" }],
    read: (state) => selectPlans(state, sessionId),
  }));
}

/**
 * Returns the progress of the plan with an id, or without an id of the most recently updated
 * plan; `undefined` if there is nothing to count.
 *
 * @example
 * ```tsx
 * function Progress() {
 *   const progress = usePlanProgress();
 *   return progress ? <progress value={progress.done} max={progress.total} /> : null;
 * }
 * ```
 */
export function usePlanProgress<Value = PlanProgress | undefined>(
  planId?: string,
  options?: SessionRead<PlanProgress | undefined, Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: targetsOf(sessionId, "plans", planId),
    read: (state) => selectPlanProgress(state, sessionId, planId),
  }));
}
