import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { holdQueue } from "./queue.js";
import { beginCancelling, deriveActivity } from "./sessionActivity.js";
import { settlePendingRequests, subagentSessions } from "./subagentWork.js";
import { endUnansweredTurns } from "./turns.js";
import { cancelOpenCalls } from "./unfinishedCalls.js";

/**
 * Cancels the open turns of a session and of the subagent sessions that work on them. A turn that
 * starts later is not affected.
 */
export function reduceTurnCancelled(tx: Transaction, event: EventOf<"turn_cancelled">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  cancelSession(tx, session, event.at);
  for (const child of subagentSessions(tx, session)) cancelSession(tx, child, event.at);
}

function cancelSession(tx: Transaction, session: SessionRecord, at: number): void {
  holdQueue(tx, session);
  for (const turnId of session.fields.openTurns) {
    tx.update(session.tables.turns, turnId, (turn) => {
      turn.status = "cancelling";
      turn.cancelRequested = true;
    });
  }
  cancelOpenCalls(tx, session);
  settlePendingRequests(tx, session, "turn_cancelled", at);
  if (tx.root.protocolVersion === 1 && session.fields.openTurns.length > 0)
    deriveActivity(tx, session);
  else beginCancelling(tx, session);
  if (tx.root.protocolVersion === 1) endUnansweredTurns(tx, session, at, "cancelled");
}
