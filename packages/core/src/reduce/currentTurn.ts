import type { ToolCall, Turn } from "../state/entities.js";
import type { SessionRecord } from "../state/tree.js";

/** The turn that what arrives now belongs to: the oldest that is not over. */
export function currentTurn(session: SessionRecord): Turn | undefined {
  const oldest = session.fields.openTurns[0];
  return oldest === undefined ? undefined : session.tables.turns.get(oldest);
}

/** Whether the session works on a prompt that nobody asked to stop. */
export function hasRunningTurn(session: SessionRecord): boolean {
  return session.fields.openTurns.some(
    (turnId) => session.tables.turns.get(turnId)?.status === "running",
  );
}

/** The turns that are not over. */
export function openTurns(session: SessionRecord): readonly Turn[] {
  return session.fields.openTurns.flatMap((turnId) => session.tables.turns.get(turnId) ?? []);
}

/** Whether the call runs in the turn: it was first seen there, or its id is used again there. */
export function isOf(turn: Turn | undefined, call: ToolCall): boolean {
  if (turn === undefined) return false;
  return turn.turnId === call.turnId || turn.reopened?.includes(call.toolCallId) === true;
}
