import type { Transaction } from "../commit/transaction.js";
import { CANCELLING, RUNNING } from "../state/indexKeys.js";
import type { ToolCall, TurnId } from "../state/entities.js";
import { positionIn } from "../state/entityTable.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredTurn } from "../state/storedEntities.js";

/** Returns the turns that have not ended, the oldest first. */
export function openTurns(session: SessionRecord): readonly StoredTurn[] {
  return [...session.fields.openTurns].flatMap((turnId) => session.tables.turns.get(turnId) ?? []);
}

/** Returns the turn that new messages, calls and requests belong to: the oldest open turn. */
export function currentTurn(session: SessionRecord): StoredTurn | undefined {
  const oldest = session.fields.openTurns.at(0);
  return oldest === undefined ? undefined : session.tables.turns.get(oldest);
}

/** Returns whether a turn has not ended. */
export function isOpenTurn({ fields, tables }: SessionRecord, turnId: TurnId): boolean {
  return positionIn(fields.openTurns, tables.turns, turnId) >= 0;
}

/** Returns the turn that a new entity belongs to: the current one, or that of a replayed part. */
export function turnOfNewEntity(tx: Transaction, session: SessionRecord): TurnId | undefined {
  return tx.place === undefined ? currentTurn(session)?.turnId : tx.place.turnId;
}

/** Returns whether the session has an open turn that was not cancelled. */
export function hasRunningTurn(session: SessionRecord): boolean {
  return hasOpenTurnWith(session, RUNNING);
}

/** Returns whether the session has an open turn that was cancelled. */
export function hasCancellingTurn(session: SessionRecord): boolean {
  return hasOpenTurnWith(session, CANCELLING);
}

function hasOpenTurnWith(session: SessionRecord, key: string): boolean {
  for (const turnId of session.tables.turns.idsWith(key))
    if (isOpenTurn(session, turnId)) return true;
  return false;
}

/** Returns whether a call was first seen in a turn, or started to run again in it. */
export function ranInTurn(turn: StoredTurn | undefined, call: ToolCall): boolean {
  if (turn === undefined) return false;
  return turn.turnId === call.turnId || turn.reopened?.includes(call.toolCallId) === true;
}
