import { assignFields, type FieldValue } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import { OPEN, UNFINISHED } from "../state/indexKeys.js";
import type { TurnId } from "../state/entities.js";
import { isBackgroundCall } from "../state/backgroundWork.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { StoredSessionFields } from "../state/storedState.js";
import type { StoredToolCall } from "../state/storedEntities.js";
import { openTurns, ranInTurn } from "./openTurns.js";
import { addPhase, addRunTimes, refreshPhase } from "./toolCallStatus.js";

/**
 * Ends the open calls of an ended turn, so that no spinner turns forever. They are left unfinished with
 * the status that the agent reported, or become `cancelled` if a version 2 agent reports that it has
 * cancelled the turn. Background work of version 2 continues: it is marked as unfinished as well, but
 * its phase is `running` while the agent lists it.
 */
export function endCallsOfTurn(tx: Transaction, session: SessionRecord, turnId: TurnId): void {
  const turn = session.tables.turns.get(turnId);
  const isVersion2 = tx.root.protocolVersion === 2;
  if (!isVersion2 && session.fields.openTurns.length === 0)
    return endCallsOutsideTurns(tx, session);
  const isCancelled = isVersion2 && turn?.stopReason === "cancelled";
  updateOpenCalls(
    tx,
    session,
    (call) => ranInTurn(turn, call),
    (call, at) =>
      isCancelled && !isBackgroundCall(session, call)
        ? markCancelled(call, at)
        : markUnfinished(call, at),
  );
}

/** Replaces the list of background work. An unfinished call runs while it is in the list. */
export function setBackground(
  tx: Transaction,
  session: SessionRecord,
  background: StoredSessionFields["background"],
): void {
  const before = session.fields.background;
  tx.setSessionField(session, "background", shareStructure(before, background));
  if (session.fields.background === before) return;
  for (const id of [...session.tables.toolCalls.idsWith(UNFINISHED)]) refreshPhase(tx, session, id);
}

/**
 * Marks all open calls of a version 1 session without an open turn as unfinished. Version 1 has no
 * work outside of turns, so an ended turn or a loaded transcript left them behind.
 */
export function endCallsOutsideTurns(tx: Transaction, session: SessionRecord): void {
  if (tx.root.protocolVersion === 2 || session.fields.openTurns.length > 0) return;
  leaveCallsUnfinished(tx, session, () => true);
}

/** Marks the open calls that match as unfinished. */
export function leaveCallsUnfinished(
  tx: Transaction,
  session: SessionRecord,
  matches: (call: StoredToolCall) => boolean,
): void {
  updateOpenCalls(tx, session, matches, markUnfinished);
}

/**
 * Marks the open calls of a cancelled session as `cancelled`. In version 2 that excludes
 * background work, which continues.
 */
export function cancelOpenCalls(tx: Transaction, session: SessionRecord): void {
  updateOpenCalls(
    tx,
    session,
    (call) => tx.root.protocolVersion === 1 || isForegroundCall(session, call),
    markCancelled,
  );
}

/** Returns whether a call belongs to the open turns and is not listed as background work. */
function isForegroundCall(session: SessionRecord, call: StoredToolCall): boolean {
  if (isBackgroundCall(session, call)) return false;
  return call.turnId === undefined || openTurns(session).some((turn) => ranInTurn(turn, call));
}

/** Returns the fields of an open call that change when its work ends. */
type Mark = (call: StoredToolCall, at: number) => FieldValue[];

const markUnfinished: Mark = () => [["stale", true]];
const markCancelled: Mark = (call, at) =>
  addRunTimes([["status", "cancelled"]], call, "cancelled", at);

function updateOpenCalls(
  tx: Transaction,
  session: SessionRecord,
  matches: (call: StoredToolCall) => boolean,
  mark: Mark,
): void {
  const { toolCalls } = session.tables;
  // A copy, because a call that is marked is removed from the index.
  for (const id of [...toolCalls.idsWith(OPEN)]) {
    const call = toolCalls.get(id);
    if (call === undefined || !matches(call)) continue;
    const changed = mark(call, tx.at);
    tx.setFields(toolCalls, id, addPhase(changed, session, call, assignFields(call, changed)));
  }
}
