import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Plan } from "../state/entities.js";
import type { SessionRecord } from "../state/tree.js";
import { patchMeta } from "./meta.js";

/** A plan is replaced whole. The same plan again changes nothing. */
export function reducePlan(tx: Transaction, event: EventOf<"plan">): void {
  const session = tx.session(event.sessionId);
  markRecent(tx, session, event.planId);
  const known = session.tables.plans.get(event.planId);
  const _meta = patchMeta(undefined, event.meta);
  const next: Plan = {
    ...event.plan,
    planId: event.planId,
    ...(_meta === undefined ? {} : { _meta }),
  };
  if (known === undefined) {
    return tx.create(session, "plans", event.planId, shareStructure(undefined, next), "plan");
  }
  tx.replace(session, "plans", event.planId, known, shareStructure(known, next));
}

/** Takes a plan back, and with it its place in the timeline. */
export function reducePlanRemoved(tx: Transaction, event: EventOf<"plan_removed">): void {
  const session = tx.session(event.sessionId);
  if (!session.tables.plans.has(event.planId)) return;
  tx.remove(session, "plans", event.planId);
  tx.setTimeline(
    session,
    session.timeline.value().filter(({ type, id }) => type !== "plan" || id !== event.planId),
  );
  tx.setField(
    session,
    "recentPlans",
    session.fields.recentPlans.filter((planId) => planId !== event.planId),
  );
}

function markRecent(tx: Transaction, session: SessionRecord, planId: string): void {
  const recent = session.fields.recentPlans;
  if (recent.at(-1) === planId) return;
  tx.setField(session, "recentPlans", [...recent.filter((other) => other !== planId), planId]);
}
