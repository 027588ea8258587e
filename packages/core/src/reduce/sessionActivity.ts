import type { Transaction } from "../commit/transaction.js";
import { awaitedInputKey } from "../state/indexKeys.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { Activity } from "../state/state.js";
import { hasCancellingTurn, hasRunningTurn } from "./openTurns.js";

/** Sets the activity of a session. It replaces an activity reported during a cancellation. */
export function setActivity(tx: Transaction, session: SessionRecord, activity: Activity): void {
  tx.setSessionField(session, "reported", undefined);
  changeActivity(tx, session, activity);
}

function changeActivity(tx: Transaction, session: SessionRecord, activity: Activity): void {
  const wasIdle = session.fields.activity === "idle";
  const isIdle = activity === "idle";
  tx.setSessionField(session, "activity", activity);
  if (wasIdle !== isIdle) recordWorkOfSubagent(tx, session, isIdle);
}

/** Records the time in the entity of a subagent, which its parent has. */
function recordWorkOfSubagent(
  tx: Transaction,
  { id, fields: { parentSessionId } }: SessionRecord,
  isIdle: boolean,
): void {
  const subagents = tx.find(parentSessionId)?.tables.subagents;
  if (subagents?.has(id) !== true) return;
  const { at } = tx;
  tx.update(subagents, id, (subagent) => {
    if (isIdle) subagent.endedAt = at;
    else {
      subagent.startedAt = at;
      delete subagent.endedAt;
    }
  });
}

/** Derives the activity of a version 1 session from its open turns and its pending requests. */
export function deriveActivity(tx: Transaction, session: SessionRecord): void {
  const hasOpenTurn = session.fields.openTurns.length > 0;
  if (hasOpenTurn && !hasRunningTurn(session)) setActivity(tx, session, "cancelling");
  else if (!waitsForUser(tx, session)) setActivity(tx, session, hasOpenTurn ? "running" : "idle");
  else if (hasOpenTurn) setActivity(tx, session, "requires_action");
  else showRequest(tx, session, "idle");
}

/**
 * Shows whether a version 1 session waits for the user: it has the activity `requires_action` while it
 * has a pending request, unless it is being cancelled. In version 2 the agent reports this activity.
 */
export function showPendingRequests(tx: Transaction, session: SessionRecord): void {
  const { activity, reported, openTurns, closed } = session.fields;
  if (tx.root.protocolVersion === 2 || closed) return;
  if (openTurns.length > 0) return deriveActivity(tx, session);
  // Only a report says that such a session works, which a parent sends for its subagents.
  if (activity === "cancelling") return;
  if (!waitsForUser(tx, session)) setActivity(tx, session, reported ?? activity);
  else if (activity !== "requires_action") showRequest(tx, session, activity);
}

function showRequest(tx: Transaction, session: SessionRecord, hidden: Activity): void {
  tx.setSessionField(session, "reported", hidden);
  changeActivity(tx, session, "requires_action");
}

function waitsForUser(tx: Transaction, session: SessionRecord): boolean {
  return (
    session.fields.pendingPermissions.length > 0 ||
    tx.tables.elicitations.idsWith(awaitedInputKey(session.id)).size > 0
  );
}

/** Sets the activity to `cancelling` until the agent confirms, unless nothing is running. */
export function beginCancelling(tx: Transaction, session: SessionRecord): void {
  const { activity, openTurns } = session.fields;
  if (activity === "cancelling" || (activity === "idle" && openTurns.length === 0)) return;
  tx.setSessionField(session, "reported", activity);
  changeActivity(tx, session, "cancelling");
}

/**
 * Ends `cancelling` in a version 2 session whose agent had already reported `idle`: a cancelled
 * prompt that never became work ends without another report.
 */
export function endCancellingIfIdle(tx: Transaction, session: SessionRecord): void {
  if (session.fields.reported === "idle" && !hasCancellingTurn(session))
    setActivity(tx, session, "idle");
}
