import type { Transaction } from "../commit/transaction.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { settlePendingElicitations } from "./elicitations.js";
import { settlePendingPermissions } from "./permissions.js";
import { setActivity } from "./sessionActivity.js";
import { endCallsOutsideTurns } from "./unfinishedCalls.js";

/** Ends the work of the subagent sessions of a cancelled version 1 turn, which has now ended. */
export function endSubagentWork(tx: Transaction, session: SessionRecord, at: number): void {
  for (const child of subagentSessions(tx, session)) {
    endCallsOutsideTurns(tx, child);
    settlePendingRequests(tx, child, "turn_ended", at);
    setActivity(tx, child, "idle");
  }
}

/**
 * Returns the sessions that work on the turns of another session: in version 1 its children, and
 * their children, unless they have open turns. In version 2 each child reports its own
 * activity, so there are none.
 */
export function subagentSessions(
  tx: Transaction,
  session: SessionRecord,
): readonly SessionRecord[] {
  if (tx.root.protocolVersion === 2) return [];
  // A set also visits what is added during the loop.
  const found = new Set([session]);
  for (const parent of found) {
    for (const child of tx.indexes.childrenOf(parent.id))
      if (child.fields.openTurns.length === 0) found.add(child);
  }
  return [...found].slice(1);
}

/** Settles the pending permissions and elicitations of a session as cancelled. */
export function settlePendingRequests(
  tx: Transaction,
  session: SessionRecord,
  reason: "turn_cancelled" | "turn_ended",
  at: number,
): void {
  settlePendingPermissions(tx, session, reason, at);
  settlePendingElicitations(tx, reason, at, session.id);
}
