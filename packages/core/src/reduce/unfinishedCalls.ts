import type { FieldValue, Transaction } from "../commit/transaction.js";
import type { ToolCall, TurnId } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { openTurns, ranInTurn } from "./openTurns.js";
import { addRunTimes } from "./times.js";
import { isFinalStatus } from "./toolCallStatus.js";

/**
 * Marks the unfinished calls of an ended version 1 turn as stale, so that no spinner turns forever.
 * Their status stays as the agent reported it.
 */
export function markCallsOfTurnStale(
  tx: Transaction,
  session: SessionRecord,
  turnId: TurnId,
): void {
  const turn = session.tables.turns.get(turnId);
  if (session.fields.openTurns.length === 0) markCallsOutsideTurnsStale(tx, session);
  else markUnfinishedCallsStale(tx, session, (call) => ranInTurn(turn, call));
}

/**
 * Marks all unfinished calls of a version 1 session without an open turn as stale. Version 1 has no
 * work outside of turns, so they were left behind by an ended turn or by a loaded transcript.
 */
export function markCallsOutsideTurnsStale(tx: Transaction, session: SessionRecord): void {
  if (tx.root.protocolVersion === 2 || session.fields.openTurns.length > 0) return;
  markUnfinishedCallsStale(tx, session, () => true);
}

/** Marks the unfinished calls that match as stale. */
export function markUnfinishedCallsStale(
  tx: Transaction,
  session: SessionRecord,
  matches: (call: ToolCall) => boolean,
): void {
  updateUnfinishedCalls(tx, session, matches, () => [["stale", true]]);
}

/**
 * Marks the unfinished calls of a cancelled session as `cancelled`. In version 2 that excludes
 * background work, which continues.
 */
export function cancelUnfinishedCalls(tx: Transaction, session: SessionRecord): void {
  updateUnfinishedCalls(
    tx,
    session,
    (call) => tx.root.protocolVersion === 1 || isForegroundCall(session, call),
    (call) => addRunTimes([["status", "cancelled"]], call, "cancelled", tx.at),
  );
}

/** Returns whether a call belongs to the open turns and is not listed as background work. */
function isForegroundCall(session: SessionRecord, call: ToolCall): boolean {
  const isBackground = session.fields.background.some(
    (work) => "toolCallId" in work && work.toolCallId === call.toolCallId,
  );
  if (isBackground) return false;
  return call.turnId === undefined || openTurns(session).some((turn) => ranInTurn(turn, call));
}

function updateUnfinishedCalls(
  tx: Transaction,
  session: SessionRecord,
  matches: (call: ToolCall) => boolean,
  changesOf: (call: ToolCall) => readonly FieldValue[],
): void {
  for (const call of session.tables.toolCalls.snapshot().values()) {
    if (isFinalStatus(call.status) || call.stale || !matches(call)) continue;
    tx.setFields(session.tables.toolCalls, call.toolCallId, changesOf(call));
  }
}
