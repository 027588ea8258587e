import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ToolCall, TurnId } from "../state/entities.js";
import type { Activity } from "../state/state.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { Writable } from "../state/writable.js";
import { isOf, openTurns } from "./currentTurn.js";
import { addPrompt } from "./messages.js";
import { settlePendingElicitations } from "./elicitations.js";
import { settlePendingPermissions } from "./permissions.js";
import { holdQueue } from "./queue.js";
import { isFinalStatus } from "./toolCallStatus.js";

export function reduceTurnStarted(tx: Transaction, event: EventOf<"turn_started">): void {
  const session = tx.session(event.sessionId);
  if (session.tables.turns.has(event.turnId)) return;
  markLeftovers(tx, session);
  const promptId = addPrompt(tx, session, event);
  tx.create(session.tables.turns, event.turnId, {
    turnId: event.turnId,
    status: "running",
    startedAt: event.at,
    ...(event.observed && tx.root.protocolVersion === 2 && { accepted: false }),
    ...(promptId === undefined ? {} : { promptId }),
  });
  tx.setField(session, "openTurns", [...session.fields.openTurns, event.turnId]);
  tx.setField(session, "queueHeld", undefined);
  if (tx.root.protocolVersion === 1) updateActivity(tx, session);
}

export function reduceTurnEnded(tx: Transaction, event: EventOf<"turn_ended">): void {
  const session = tx.session(event.sessionId);
  if (!session.fields.openTurns.includes(event.turnId)) return;
  tx.update(session.tables.turns, event.turnId, (turn) => {
    turn.status = event.error ? "failed" : "ended";
    turn.endedAt = event.at;
    if (event.error) turn.error = shareStructure(undefined, event.error);
    if (event.stopReason !== undefined) turn.stopReason = event.stopReason;
    if (event.usage) turn.usage = shareStructure(undefined, event.usage);
    if (event.meta) turn._meta = shareStructure(undefined, event.meta);
  });
  const open = session.fields.openTurns.filter((turnId) => turnId !== event.turnId);
  tx.setField(session, "openTurns", open);
  if (event.error) holdQueue(tx, session);
  // In version 2 work may go on in the background, and the agent says itself what it does.
  if (tx.root.protocolVersion === 2) return endStop(tx, session);
  markStale(tx, session, event.turnId);
  settlePendingPermissions(
    tx,
    session,
    "turn_ended",
    event.at,
    (permission) => permission.turnId === event.turnId,
  );
  settlePendingElicitations(
    tx,
    "turn_ended",
    event.at,
    ({ sessionId, turnId }) => sessionId === session.id && turnId === event.turnId,
  );
  updateActivity(tx, session);
  if (session.tables.turns.get(event.turnId)?.cancelRequested) endHelpers(tx, session, event.at);
}

/** A cancel belongs to the turns that are open now; a later one is not touched. */
export function reduceTurnCancelled(tx: Transaction, event: EventOf<"turn_cancelled">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  for (const one of [session, ...helpersOf(tx, session)]) stopWork(tx, one, event.at);
}

function stopWork(tx: Transaction, session: SessionRecord, at: number): void {
  holdQueue(tx, session);
  for (const turnId of session.fields.openTurns) {
    tx.update(session.tables.turns, turnId, (turn) => {
      turn.status = "cancelling";
      turn.cancelRequested = true;
    });
  }
  updateUnfinished(
    tx,
    session,
    (call) => tx.root.protocolVersion === 1 || isForeground(session, call),
    (call) => void (call.status = "cancelled"),
  );
  settleAll(tx, session, "turn_cancelled", at);
  if (tx.root.protocolVersion === 1 && session.fields.openTurns.length > 0)
    updateActivity(tx, session);
  else beginStop(tx, session);
}

/** The stop is confirmed for those who worked on the turn as well. */
function endHelpers(tx: Transaction, session: SessionRecord, at: number): void {
  for (const child of helpersOf(tx, session)) {
    markLeftovers(tx, child);
    settleAll(tx, child, "turn_ended", at);
    setActivity(tx, child, "idle");
  }
}

/**
 * The sessions that work on the turns of another one: in version 1 its children, and theirs, as far
 * as nobody prompts them. In version 2 each child says itself when it stops.
 */
function helpersOf(tx: Transaction, session: SessionRecord): readonly SessionRecord[] {
  if (tx.root.protocolVersion === 2) return [];
  const found = [session];
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
  session: SessionRecord,
  reason: "turn_cancelled" | "turn_ended",
  at: number,
): void {
  settlePendingPermissions(tx, session, reason, at);
  settlePendingElicitations(tx, reason, at, ({ sessionId }) => sessionId === session.id);
}

function beginStop(tx: Transaction, session: SessionRecord): void {
  const { activity, openTurns } = session.fields;
  if (activity === "cancelling" || (activity === "idle" && openTurns.length === 0)) return;
  tx.setField(session, "reported", activity);
  tx.setField(session, "activity", "cancelling");
}

/** A prompt that never became work ends without `idle`, which the agent has said already. */
function endStop(tx: Transaction, session: SessionRecord): void {
  const { openTurns, reported } = session.fields;
  const waits = openTurns.some((id) => session.tables.turns.get(id)?.status === "cancelling");
  if (reported === "idle" && !waits) setActivity(tx, session, "idle");
}

/** What the agent does, of which nothing is held back any more. */
export function setActivity(tx: Transaction, session: SessionRecord, activity: Activity): void {
  tx.setField(session, "reported", undefined);
  tx.setField(session, "activity", activity);
}

/** A stop is for the work at hand: what earlier turns left running in the background goes on. */
function isForeground(session: SessionRecord, call: ToolCall): boolean {
  const listed = session.fields.background.some(
    (work) => "toolCallId" in work && work.toolCallId === call.toolCallId,
  );
  return (
    !listed && (call.turnId === undefined || openTurns(session).some((turn) => isOf(turn, call)))
  );
}

/** Fails every open turn: no answer can come any more. */
export function failTurns(
  tx: Transaction,
  session: SessionRecord,
  message: string,
  at: number,
): void {
  for (const turnId of session.fields.openTurns) {
    reduceTurnEnded(tx, {
      type: "turn_ended",
      sessionId: session.id,
      turnId,
      error: { message },
      at,
    });
  }
  markUnfinished(tx, session, () => true);
  tx.setField(session, "background", shareStructure(session.fields.background, []));
  setActivity(tx, session, "idle");
}

/** Marks what the turn left unfinished, so that no spinner turns for ever. */
function markStale(tx: Transaction, session: SessionRecord, turnId: TurnId): void {
  const turn = session.tables.turns.get(turnId);
  if (session.fields.openTurns.length === 0) markLeftovers(tx, session);
  else markUnfinished(tx, session, (call) => isOf(turn, call));
}

/**
 * Version 1 has no work outside of turns: what is unfinished then was left behind by one that is
 * over, or by a transcript that was loaded.
 */
export function markLeftovers(tx: Transaction, session: SessionRecord): void {
  if (tx.root.protocolVersion === 2 || session.fields.openTurns.length > 0) return;
  markUnfinished(tx, session, () => true);
}

function markUnfinished(
  tx: Transaction,
  session: SessionRecord,
  isMeant: (call: ToolCall) => boolean,
): void {
  updateUnfinished(tx, session, isMeant, (call) => void (call.stale = true));
}

function updateUnfinished(
  tx: Transaction,
  session: SessionRecord,
  isMeant: (call: ToolCall) => boolean,
  recipe: (draft: Writable<ToolCall>) => void,
): void {
  for (const call of session.tables.toolCalls.snapshot().values()) {
    if (isFinalStatus(call.status) || call.stale || !isMeant(call)) continue;
    tx.update(session.tables.toolCalls, call.toolCallId, recipe);
  }
}

function updateActivity(tx: Transaction, session: SessionRecord): void {
  setActivity(tx, session, activityOf(session));
}

function activityOf(session: SessionRecord): Activity {
  const statuses = session.fields.openTurns.map(
    (turnId) => session.tables.turns.get(turnId)?.status,
  );
  if (statuses.includes("running")) return "running";
  return statuses.length > 0 ? "cancelling" : "idle";
}
