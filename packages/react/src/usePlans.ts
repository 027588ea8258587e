import { type Plan, selectPlans } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { sameItems, useWatched, whole } from "./useWatched.js";

/**
 * The plans of a session in first-seen order. The same list until one of them changes.
 *
 * @example
 * ```tsx
 * function PlanTabs() {
 *   return usePlans().map((plan) => <button key={plan.planId}>{plan.planId}</button>);
 * }
 * ```
 */
export function usePlans(options?: SessionOption): readonly Plan[] {
  const sessionId = useSessionId(options);
  return useWatched(
    [{ sessionId, table: "plans" }],
    (state) => selectPlans(state, sessionId),
    whole,
    sameItems,
  );
}
