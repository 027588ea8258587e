import type { Plan, PlanEntry } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { selectPlan } from "./sessions.js";

/** The progress of a plan. */
export interface PlanProgress {
  /** The number of completed entries. */
  readonly done: number;
  /** The number of entries without the cancelled ones. Never 0. */
  readonly total: number;
  /** The first entry in progress. */
  readonly current?: PlanEntry;
}

const progressByEntries = new WeakMap<readonly PlanEntry[], PlanProgress | undefined>();

/**
 * Returns the progress of the plan with an id, or without an id of the most recently updated plan.
 * Cancelled entries do not count. Returns `undefined` if there is nothing to count: there is no such
 * plan, it has no entries (Markdown, a file, an empty list), or all entries are cancelled. The
 * object keeps its reference until the entries change.
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
  if (!progressByEntries.has(entries)) progressByEntries.set(entries, progressOf(entries));
  return progressByEntries.get(entries);
}

/** A plan of an unknown type may use the field `entries` for anything. */
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
