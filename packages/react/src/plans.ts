import type { Plan, PlanProgress } from "@acp-store/core";
import { planProgressRead, planRead, plansRead } from "@acp-store/core/reads";
import { useSessionId } from "./context.js";
import { type SessionSelectorOrOptions, useRead } from "./useRead.js";

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
  options?: SessionSelectorOrOptions<Plan | undefined, Value>,
): Value {
  return useRead(planRead(useSessionId(options), planId), options);
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
  options?: SessionSelectorOrOptions<readonly Plan[], Value>,
): Value {
  return useRead(plansRead(useSessionId(options)), options);
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
  options?: SessionSelectorOrOptions<PlanProgress | undefined, Value>,
): Value {
  return useRead(planProgressRead(useSessionId(options), planId), options);
}
