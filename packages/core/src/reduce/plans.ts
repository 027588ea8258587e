import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { Plan } from "../state/entities.js";
import type { SessionCell } from "../state/tree.js";
import { patchMeta } from "./meta.js";

/** A plan is replaced whole. The same plan again changes nothing. */
export function reducePlan(tx: Transaction, event: EventOf<"plan">): void {
  const cell = tx.session(event.sessionId);
  markRecent(tx, cell, event.planId);
  const known = cell.tables.plans.get(event.planId);
  const _meta = patchMeta(undefined, event.meta);
  const next: Plan = {
    ...event.plan,
    planId: event.planId,
    ...(_meta === undefined ? {} : { _meta }),
  };
  if (known === undefined) {
    return tx.create(cell, "plans", event.planId, adopt(undefined, next), "plan");
  }
  tx.replace(cell, "plans", event.planId, known, adopt(known, next));
}

/** Takes a plan back, and with it its place in the timeline. */
export function removePlan(tx: Transaction, event: EventOf<"plan_removed">): void {
  const cell = tx.session(event.sessionId);
  if (!cell.tables.plans.has(event.planId)) return;
  tx.remove(cell, "plans", event.planId);
  tx.setTimeline(
    cell,
    cell.timeline.value().filter(({ type, id }) => type !== "plan" || id !== event.planId),
  );
  tx.setField(
    cell,
    "recentPlans",
    cell.fields.recentPlans.filter((planId) => planId !== event.planId),
  );
}

function markRecent(tx: Transaction, cell: SessionCell, planId: string): void {
  const recent = cell.fields.recentPlans;
  if (recent.at(-1) === planId) return;
  tx.setField(cell, "recentPlans", [...recent.filter((other) => other !== planId), planId]);
}
