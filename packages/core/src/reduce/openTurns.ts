import type { ToolCall } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredTurn } from "../state/storedState.js";

/** Returns the turns that have not ended, the oldest first. */
export function openTurns(session: SessionRecord): readonly StoredTurn[] {
  return session.fields.openTurns.flatMap((turnId) => session.tables.turns.get(turnId) ?? []);
}

/** Returns the turn that new messages, calls and requests belong to: the oldest open turn. */
export function currentTurn(session: SessionRecord): StoredTurn | undefined {
  const oldest = session.fields.openTurns[0];
  return oldest === undefined ? undefined : session.tables.turns.get(oldest);
}

/** Returns whether the session has an open turn that was not cancelled. */
export function hasRunningTurn(session: SessionRecord): boolean {
  return session.fields.openTurns.some(
    (turnId) => session.tables.turns.get(turnId)?.status === "running",
  );
}

/** Returns whether a call was first seen in a turn, or started to run again in it. */
export function ranInTurn(turn: StoredTurn | undefined, call: ToolCall): boolean {
  if (turn === undefined) return false;
  return turn.turnId === call.turnId || turn.reopened?.includes(call.toolCallId) === true;
}
