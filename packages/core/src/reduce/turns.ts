import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { ToolCall, TurnId } from "../state/entities.js";
import type { Activity } from "../state/state.js";
import type { SessionCell } from "../state/tree.js";
import type { Writable } from "../state/writable.js";
import { isOf, openTurns } from "./currentTurn.js";
import { addPrompt } from "./messages.js";
import { settlePendingElicitations } from "./elicitations.js";
import { settlePending } from "./permissions.js";
import { holdQueue } from "./queue.js";
import { isFinalStatus } from "./toolCallStatus.js";

export function startTurn(tx: Transaction, event: EventOf<"turn_started">): void {
  const cell = tx.session(event.sessionId);
  if (cell.tables.turns.has(event.turnId)) return;
  markLeftovers(tx, cell);
  const promptId = addPrompt(tx, cell, event);
  tx.create(cell, "turns", event.turnId, {
    turnId: event.turnId,
    status: "running",
    startedAt: event.at,
    ...(event.observed && tx.root.protocolVersion === 2 && { accepted: false }),
    ...(promptId === undefined ? {} : { promptId }),
  });
  tx.setField(cell, "openTurns", [...cell.fields.openTurns, event.turnId]);
  tx.setField(cell, "queueHeld", undefined);
  if (tx.root.protocolVersion === 1) updateActivity(tx, cell);
}

export function endTurn(tx: Transaction, event: EventOf<"turn_ended">): void {
  const cell = tx.session(event.sessionId);
  if (!cell.fields.openTurns.includes(event.turnId)) return;
  tx.update(cell, "turns", event.turnId, (turn) => {
    turn.status = event.error ? "failed" : "ended";
    turn.endedAt = event.at;
    if (event.error) turn.error = adopt(undefined, event.error);
    if (event.stopReason !== undefined) turn.stopReason = event.stopReason;
    if (event.usage) turn.usage = adopt(undefined, event.usage);
    if (event.meta) turn._meta = adopt(undefined, event.meta);
  });
  const open = cell.fields.openTurns.filter((turnId) => turnId !== event.turnId);
  tx.setField(cell, "openTurns", open);
  if (event.error) holdQueue(tx, cell);
  // In version 2 work may go on in the background, and the agent says itself what it does.
  if (tx.root.protocolVersion === 2) return endStop(tx, cell);
  markStale(tx, cell, event.turnId);
  settlePending(
    tx,
    cell,
    "turn_ended",
    event.at,
    (permission) => permission.turnId === event.turnId,
  );
  settlePendingElicitations(
    tx,
    "turn_ended",
    event.at,
    ({ sessionId, turnId }) => sessionId === cell.id && turnId === event.turnId,
  );
  updateActivity(tx, cell);
  if (cell.tables.turns.get(event.turnId)?.cancelRequested) endHelpers(tx, cell, event.at);
}

/** A cancel belongs to the turns that are open now; a later one is not touched. */
export function cancelTurns(tx: Transaction, event: EventOf<"turn_cancelled">): void {
  const cell = tx.find(event.sessionId);
  if (cell === undefined) return;
  for (const one of [cell, ...helpersOf(tx, cell)]) stopWork(tx, one, event.at);
}

function stopWork(tx: Transaction, cell: SessionCell, at: number): void {
  holdQueue(tx, cell);
  for (const turnId of cell.fields.openTurns) {
    tx.update(cell, "turns", turnId, (turn) => {
      turn.status = "cancelling";
      turn.cancelRequested = true;
    });
  }
  updateUnfinished(
    tx,
    cell,
    (call) => tx.root.protocolVersion === 1 || isForeground(cell, call),
    (call) => void (call.status = "cancelled"),
  );
  settleAll(tx, cell, "turn_cancelled", at);
  if (tx.root.protocolVersion === 1 && cell.fields.openTurns.length > 0) updateActivity(tx, cell);
  else beginStop(tx, cell);
}

/** The stop is confirmed for those who worked on the turn as well. */
function endHelpers(tx: Transaction, cell: SessionCell, at: number): void {
  for (const child of helpersOf(tx, cell)) {
    markLeftovers(tx, child);
    settleAll(tx, child, "turn_ended", at);
    setActivity(tx, child, "idle");
  }
}

/**
 * The sessions that work on the turns of another one: in version 1 its children, and theirs, as far
 * as nobody prompts them. In version 2 each child says itself when it stops.
 */
function helpersOf(tx: Transaction, cell: SessionCell): readonly SessionCell[] {
  if (tx.root.protocolVersion === 2) return [];
  const found = [cell];
  for (const parent of found) {
    for (const child of tx.sessions()) {
      const { parentSessionId, openTurns } = child.fields;
      if (parentSessionId !== parent.id || openTurns.length > 0 || found.includes(child)) continue;
      found.push(child);
    }
  }
  return found.slice(1);
}

function settleAll(
  tx: Transaction,
  cell: SessionCell,
  reason: "turn_cancelled" | "turn_ended",
  at: number,
): void {
  settlePending(tx, cell, reason, at);
  settlePendingElicitations(tx, reason, at, ({ sessionId }) => sessionId === cell.id);
}

function beginStop(tx: Transaction, cell: SessionCell): void {
  const { activity, openTurns } = cell.fields;
  if (activity === "cancelling" || (activity === "idle" && openTurns.length === 0)) return;
  tx.setField(cell, "reported", activity);
  tx.setField(cell, "activity", "cancelling");
}

/** A prompt that never became work ends without `idle`, which the agent has said already. */
function endStop(tx: Transaction, cell: SessionCell): void {
  const { openTurns, reported } = cell.fields;
  const waits = openTurns.some((id) => cell.tables.turns.get(id)?.status === "cancelling");
  if (reported === "idle" && !waits) setActivity(tx, cell, "idle");
}

/** What the agent does, of which nothing is held back any more. */
export function setActivity(tx: Transaction, cell: SessionCell, activity: Activity): void {
  tx.setField(cell, "reported", undefined);
  tx.setField(cell, "activity", activity);
}

/** A stop is for the work at hand: what earlier turns left running in the background goes on. */
function isForeground(cell: SessionCell, call: ToolCall): boolean {
  const listed = cell.fields.background.some(({ toolCallId }) => toolCallId === call.toolCallId);
  return !listed && (call.turnId === undefined || openTurns(cell).some((turn) => isOf(turn, call)));
}

/** Fails every open turn: no answer can come any more. */
export function failTurns(tx: Transaction, cell: SessionCell, message: string, at: number): void {
  for (const turnId of cell.fields.openTurns) {
    endTurn(tx, { type: "turn_ended", sessionId: cell.id, turnId, error: { message }, at });
  }
  markUnfinished(tx, cell, () => true);
  tx.setField(cell, "background", adopt(cell.fields.background, []));
  setActivity(tx, cell, "idle");
}

/** Marks what the turn left unfinished, so that no spinner turns for ever. */
function markStale(tx: Transaction, cell: SessionCell, turnId: TurnId): void {
  const turn = cell.tables.turns.get(turnId);
  if (cell.fields.openTurns.length === 0) markLeftovers(tx, cell);
  else markUnfinished(tx, cell, (call) => isOf(turn, call));
}

/**
 * Version 1 has no work outside of turns: what is unfinished then was left behind by one that is
 * over, or by a transcript that was loaded.
 */
export function markLeftovers(tx: Transaction, cell: SessionCell): void {
  if (tx.root.protocolVersion === 2 || cell.fields.openTurns.length > 0) return;
  markUnfinished(tx, cell, () => true);
}

function markUnfinished(
  tx: Transaction,
  cell: SessionCell,
  isMeant: (call: ToolCall) => boolean,
): void {
  updateUnfinished(tx, cell, isMeant, (call) => void (call.stale = true));
}

function updateUnfinished(
  tx: Transaction,
  cell: SessionCell,
  isMeant: (call: ToolCall) => boolean,
  recipe: (draft: Writable<ToolCall>) => void,
): void {
  for (const call of cell.tables.toolCalls.snapshot().values()) {
    if (isFinalStatus(call.status) || call.stale || !isMeant(call)) continue;
    tx.update(cell, "toolCalls", call.toolCallId, recipe);
  }
}

function updateActivity(tx: Transaction, cell: SessionCell): void {
  setActivity(tx, cell, activityOf(cell));
}

function activityOf(cell: SessionCell): Activity {
  const statuses = cell.fields.openTurns.map((turnId) => cell.tables.turns.get(turnId)?.status);
  if (statuses.includes("running")) return "running";
  return statuses.length > 0 ? "cancelling" : "idle";
}
