import type { FieldValue } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import { UNFINISHED } from "../state/definitions.js";
import type { ToolCall, TurnId } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { isBackgroundCall } from "./background.js";
import { openTurns, ranInTurn } from "./openTurns.js";
import { addRunTimes } from "./times.js";

/**
 * Ends the unfinished calls of an ended turn, so that no spinner turns forever. They become stale and
 * their status stays as the agent reported it, or `cancelled` if a version 2 agent reports that it
 * has cancelled the turn. Background work of version 2 continues.
 */
export function endCallsOfTurn(tx: Transaction, session: SessionRecord, turnId: TurnId): void {
  const turn = session.tables.turns.get(turnId);
  const isVersion2 = tx.root.protocolVersion === 2;
  if (!isVersion2 && session.fields.openTurns.length === 0)
    return markCallsOutsideTurnsStale(tx, session);
  updateUnfinishedCalls(
    tx,
    session,
    (call) => ranInTurn(turn, call) && !isBackgroundCall(session, call),
    isVersion2 && turn?.stopReason === "cancelled" ? markCancelled : markStale,
  );
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
  updateUnfinishedCalls(tx, session, matches, markStale);
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
    markCancelled,
  );
}

/** Returns whether a call belongs to the open turns and is not listed as background work. */
function isForegroundCall(session: SessionRecord, call: ToolCall): boolean {
  if (isBackgroundCall(session, call)) return false;
  return call.turnId === undefined || openTurns(session).some((turn) => ranInTurn(turn, call));
}

type Mark = (call: ToolCall, at: number) => readonly FieldValue[];

const markStale: Mark = () => [["stale", true]];
const markCancelled: Mark = (call, at) =>
  addRunTimes([["status", "cancelled"]], call, "cancelled", at);

function updateUnfinishedCalls(
  tx: Transaction,
  session: SessionRecord,
  matches: (call: ToolCall) => boolean,
  mark: Mark,
): void {
  const { toolCalls } = session.tables;
  // A copy, because a call that is marked is removed from the index.
  for (const id of [...toolCalls.idsWith(UNFINISHED)]) {
    const call = toolCalls.get(id);
    if (call !== undefined && matches(call)) tx.setFields(toolCalls, id, mark(call, tx.at));
  }
}
