import type { Transaction } from "../commit/transaction.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { Activity } from "../state/state.js";

/** Sets the activity of a session. It replaces an activity reported during a cancellation. */
export function setActivity(tx: Transaction, session: SessionRecord, activity: Activity): void {
  tx.setSessionField(session, "reported", undefined);
  tx.setSessionField(session, "activity", activity);
}

/** Derives the activity of a version 1 session from its open turns. */
export function deriveActivity(tx: Transaction, session: SessionRecord): void {
  const statuses = session.fields.openTurns.map(
    (turnId) => session.tables.turns.get(turnId)?.status,
  );
  if (statuses.includes("running")) setActivity(tx, session, "running");
  else setActivity(tx, session, statuses.length > 0 ? "cancelling" : "idle");
}

/** Sets the activity to `cancelling` until the agent confirms, unless nothing is running. */
export function beginCancelling(tx: Transaction, session: SessionRecord): void {
  const { activity, openTurns } = session.fields;
  if (activity === "cancelling" || (activity === "idle" && openTurns.length === 0)) return;
  tx.setSessionField(session, "reported", activity);
  tx.setSessionField(session, "activity", "cancelling");
}

/**
 * Ends `cancelling` in a version 2 session whose agent had already reported `idle`: a cancelled
 * prompt that never became work ends without another report.
 */
export function endCancellingIfIdle(tx: Transaction, session: SessionRecord): void {
  const { openTurns, reported } = session.fields;
  const hasCancellingTurn = openTurns.some(
    (turnId) => session.tables.turns.get(turnId)?.status === "cancelling",
  );
  if (reported === "idle" && !hasCancellingTurn) setActivity(tx, session, "idle");
}
