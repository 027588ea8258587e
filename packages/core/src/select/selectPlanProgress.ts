import type { Plan, PlanEntry } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { selectPlan } from "./sessions.js";

/** How far a plan is: `done` of `total` entries, and the one in progress. */
export interface PlanProgress {
  readonly done: number;
  /** Never 0. */
  readonly total: number;
  /** The first entry that is in progress. */
  readonly current?: PlanEntry;
}

const ofEntries = new WeakMap<readonly PlanEntry[], PlanProgress | undefined>();

/**
 * How far a plan is: the one with this id, or the one that was updated last. `done` counts the
 * completed entries; cancelled ones count neither as done nor in `total`. `undefined` where there
 * is nothing to count: no such plan, one without entries (Markdown, a file, an empty list), or
 * nothing but cancelled ones. The same object until the entries change.
 *
 * @example
 * ```ts
 * const progress = selectPlanProgress(store.getState(), "s1");
 * if (progress) bar.value = progress.done / progress.total;
 * ```
 */
export function selectPlanProgress(
  state: AcpState,
  sessionId: string,
  planId?: string,
): PlanProgress | undefined {
  const entries = entriesOf(selectPlan(state, sessionId, planId));
  if (entries === undefined) return undefined;
  if (!ofEntries.has(entries)) ofEntries.set(entries, progressOf(entries));
  return ofEntries.get(entries);
}

/** A plan of a type that is not known may call anything its entries. */
function entriesOf(plan: Plan | undefined): readonly PlanEntry[] | undefined {
  return plan?.type === "items" ? plan.entries : undefined;
}

function progressOf(entries: readonly PlanEntry[]): PlanProgress | undefined {
  const total = entries.filter(({ status }) => status !== "cancelled").length;
  if (total === 0) return undefined;
  const done = entries.filter(({ status }) => status === "completed").length;
  const current = entries.find(({ status }) => status === "in_progress");
  return { done, total, ...(current && { current }) };
}
