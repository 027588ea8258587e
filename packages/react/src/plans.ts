import * as reads from "@acp-store/core/reads";
import { type SessionReadHook, useSessionRead } from "./useRead.js";

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
export const usePlan: SessionReadHook<typeof reads.planRead> = (...args) =>
  useSessionRead(usePlan, reads.planRead, args);

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
export const usePlans: SessionReadHook<typeof reads.plansRead> = (...args) =>
  useSessionRead(usePlans, reads.plansRead, args);

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
export const usePlanProgress: SessionReadHook<typeof reads.planProgressRead> = (...args) =>
  useSessionRead(usePlanProgress, reads.planProgressRead, args);
