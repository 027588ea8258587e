import type { Turn } from "../state/entities.js";
import type { SessionCell } from "../state/tree.js";

/** The turn that what arrives now belongs to: the oldest that is not over. */
export function currentTurn(cell: SessionCell): Turn | undefined {
  const oldest = cell.fields.openTurns[0];
  return oldest === undefined ? undefined : cell.tables.turns.get(oldest);
}

/** Whether the session works on a prompt that nobody asked to stop. */
export function hasRunningTurn(cell: SessionCell): boolean {
  return cell.fields.openTurns.some(
    (turnId) => cell.tables.turns.get(turnId)?.status === "running",
  );
}
