import type { Transaction } from "../commit/transaction.js";
import { reopenedKey } from "../state/definitions.js";
import { isFinalStatus } from "../state/entities.js";
import { isBackgroundCall } from "../state/backgroundWork.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredToolCall, StoredTurn } from "../state/storedState.js";
import { currentTurn, hasRunningTurn, openTurns, ranInTurn } from "./openTurns.js";

/** Returns whether a status would make a call less finished than it is. */
export function isBackwardStatus(from: string, to: string): boolean {
  if (from === to || isFinalStatus(to)) return false;
  return isFinalStatus(from) || to === "pending";
}

/** Returns the diagnostic code of an unusual status transition, if it is one. */
function unusualTransition(
  from: string,
  to: string,
): "late_update" | "status_regression" | undefined {
  if (from === to) return undefined;
  if (isFinalStatus(from)) return "late_update";
  return to === "pending" ? "status_regression" : undefined;
}

/**
 * Returns whether a non-final status must be ignored, because the store marked the call as cancelled
 * and the call would run again in the same turn.
 */
export function staysCancelled(
  tx: Transaction,
  session: SessionRecord,
  known: StoredToolCall,
  next: string,
): boolean {
  if (known.status !== "cancelled" || isFinalStatus(next)) return false;
  if (tx.root.protocolVersion === 2) return session.fields.activity === "cancelling";
  const turn = lastTurnOf(session, known);
  if (turn?.status === "cancelling") return true;
  // Version 1 has no work outside of turns.
  return (turn === undefined || turn.cancelRequested === true) && !hasRunningTurn(session);
}

/**
 * Returns whether an unfinished call has finished or runs after all. Version 1 has no work outside of
 * turns, so there the call runs only if a turn does. A report about background work
 * does not connect the call with a turn.
 */
export function isNoLongerUnfinished(
  tx: Transaction,
  session: SessionRecord,
  known: StoredToolCall,
  status: string,
  sent: string | undefined,
): boolean {
  if (isFinalStatus(status)) return true;
  if (sent === undefined || isBackgroundCall(session, known)) return false;
  return tx.root.protocolVersion === 2 || hasRunningTurn(session);
}

/**
 * Assigns a finished or unfinished call that starts to run again to the current turn, so that the end or
 * cancel of that turn affects the call. Returns whether it did.
 */
export function reopenCall(
  tx: Transaction,
  session: SessionRecord,
  known: StoredToolCall,
  next: string,
): boolean {
  const wasOver = known.stale || isFinalStatus(known.status);
  if (!wasOver || isFinalStatus(next)) return false;
  const turn = currentTurn(session);
  if (turn === undefined || openTurns(session).some((open) => ranInTurn(open, known))) return false;
  tx.update(session.tables.turns, turn.turnId, (draft) => {
    draft.reopened = [...(turn.reopened ?? []), known.toolCallId];
  });
  return true;
}

/**
 * Reports a status after a final one (`late_update`) or a backward one (`status_regression`). The
 * status is applied. The updates of a call that a cancel has marked are expected.
 */
export function reportUnusualTransition(
  tx: Transaction,
  session: SessionRecord,
  known: StoredToolCall,
  next: string,
): void {
  if (known.status === "cancelled" && wasCancelled(lastTurnOf(session, known))) return;
  const code = unusualTransition(known.status, next);
  if (code === undefined) return;
  tx.diagnose({
    code,
    path: ["status"],
    message: `Tool call "${known.toolCallId}" was "${known.status}" and is now "${next}". It was applied.`,
    value: next,
  });
}

/** Returns whether the store marked the open calls of a turn as cancelled. */
function wasCancelled(turn: StoredTurn | undefined): boolean {
  return turn?.cancelRequested === true || turn?.stopReason === "cancelled";
}

/** Returns the last turn that a call ran in. */
function lastTurnOf(
  { tables: { turns } }: SessionRecord,
  known: StoredToolCall,
): StoredTurn | undefined {
  let last: string | undefined = known.turnId;
  for (const turnId of turns.idsWith(reopenedKey(known.toolCallId)))
    if (last === undefined || turns.indexOf(turnId) > turns.indexOf(last)) last = turnId;
  return last === undefined ? undefined : turns.get(last);
}
