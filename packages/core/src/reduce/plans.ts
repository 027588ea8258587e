import { removeEntity } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { Plan } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import { patchMeta } from "./fieldPatches.js";
import { creationTimes, timesOf } from "./times.js";

/** Replaces a whole plan. Sending the same plan again changes nothing. */
export function reducePlan(tx: Transaction, event: EventOf<"plan">): void {
  const session = tx.session(event.sessionId);
  const { planId, plan, meta } = event;
  markMostRecentPlan(tx, session, planId);
  const known = session.tables.plans.get(planId);
  const times = known === undefined ? creationTimes(tx, session) : timesOf(known);
  const _meta = patchMeta(undefined, meta);
  const next: Plan = { ...plan, planId, ...times, ...(_meta !== undefined && { _meta }) };
  if (known === undefined) tx.create(session.tables.plans, planId, shareStructure(undefined, next));
  else tx.replace(session.tables.plans, planId, shareStructure(known, next));
}

/** Removes a plan, and its item in the timeline. */
export function reducePlanRemoved(tx: Transaction, event: EventOf<"plan_removed">): void {
  const session = tx.session(event.sessionId);
  if (!session.tables.plans.has(event.planId)) return;
  removeEntity(tx, session.tables.plans, event.planId);
  removeRecentPlan(tx, session, event.planId);
}

function markMostRecentPlan(tx: Transaction, session: SessionRecord, planId: string): void {
  const { recentPlans } = session.fields;
  if (recentPlans.at(-1) === planId) return;
  removeRecentPlan(tx, session, planId);
  tx.spliceList(session, "recentPlans", session.fields.recentPlans.length, 0, planId);
}

function removeRecentPlan(tx: Transaction, session: SessionRecord, planId: string): void {
  const index = session.fields.recentPlans.findIndex((id) => id === planId);
  if (index >= 0) tx.spliceList(session, "recentPlans", index, 1);
}
