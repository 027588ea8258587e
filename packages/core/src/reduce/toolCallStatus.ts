import type { FieldValue } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { isBackgroundCall } from "../state/backgroundWork.js";
import { reopenedKey } from "../state/indexKeys.js";
import { isFinalStatus, type ToolCall } from "../state/entities.js";
import { decisionOf, newestAnswerOf, type PhaseFacts, phaseOf } from "../state/phaseOf.js";
import type { Permission } from "../state/requests.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredToolCall, StoredTurn } from "../state/storedEntities.js";
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
 * Adds the fields that change with the status that an update of a call sends: the times, the mark of
 * an unfinished call, the answer that it overrules, and the phase. Reports an unusual status.
 */
export function addStatusChange(
  changed: FieldValue[],
  tx: Transaction,
  session: SessionRecord,
  known: StoredToolCall,
  sent: string | undefined,
): FieldValue[] {
  let next = changed;
  let overrulesAnswer = false;
  if (sent !== undefined) {
    reportUnusualTransition(tx, session, known, sent);
    const reopens = reopenCall(tx, session, known, sent);
    overrulesAnswer = reopens || (known.phase === "rejected" && isRunningStatus(sent));
  }
  const status = sent ?? known.status;
  if (status !== known.status) next = addRunTimes(next, known, status, tx.at);
  const revives = known.stale === true && isNoLongerUnfinished(tx, session, known, status, sent);
  if (revives) next = appendItem(next, ["stale", undefined]);
  const decidedBy = overrulesAnswer ? undefined : known.decidedBy;
  if (decidedBy !== known.decidedBy) next = appendItem(next, ["decidedBy", undefined]);
  if (status === known.status && !revives && !overrulesAnswer) return next;
  const { toolCallId, content } = known;
  const stale = revives ? undefined : known.stale;
  return addPhase(next, session, known, { toolCallId, content, status, stale, decidedBy });
}

/**
 * Returns whether an unfinished call has finished or runs after all. Version 1 has no work outside of
 * turns, so there the call runs only if a turn does. A report about background work
 * does not connect the call with a turn.
 */
function isNoLongerUnfinished(
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
function reopenCall(
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
function reportUnusualTransition(
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

/**
 * Adds the fields `startedAt` and `endedAt` that change with the status of a tool call. `known` is
 * the call before, or the new call itself.
 */
export function addRunTimes(
  changed: FieldValue[],
  known: ToolCall,
  status: string,
  at: number,
): FieldValue[] {
  const isFinal = isFinalStatus(status);
  let next = changed;
  // Many agents never send `in_progress`. Their calls run from the announcement to the final status.
  if (known.startedAt === undefined && status !== "pending")
    next = appendItem<FieldValue>(next, ["startedAt", isFinal ? known.createdAt : at]);
  if (isFinal && known.endedAt === undefined) return appendItem<FieldValue>(next, ["endedAt", at]);
  if (!isFinal && known.endedAt !== undefined)
    return appendItem<FieldValue>(next, ["endedAt", undefined]);
  return next;
}

/** Adds the phase to the changed fields of a call, if it changes with them. */
export function addPhase(
  changed: FieldValue[],
  session: SessionRecord,
  known: ToolCall,
  facts: PhaseFacts,
): FieldValue[] {
  const phase = phaseOf(session, facts);
  return phase === known.phase ? changed : appendItem<FieldValue>(changed, ["phase", phase]);
}

/** Updates the phase of a call after a permission request or the background work has changed. */
export function refreshPhase(
  tx: Transaction,
  session: SessionRecord,
  toolCallId: string | undefined,
): void {
  const { toolCalls } = session.tables;
  if (toolCallId === undefined || !toolCalls.has(toolCallId)) return;
  // Reading the entity builds its content, which only a comparison with background work needs.
  const call =
    session.fields.background.length > 0 ? toolCalls.get(toolCallId) : toolCalls.base(toolCallId);
  if (call === undefined) return;
  tx.setFields(toolCalls, toolCallId, addPhase(EMPTY_ARRAY, session, call, call));
}

/** Records the outcome of a permission request at its tool call. */
export function recordDecision(
  tx: Transaction,
  session: SessionRecord,
  permission: Permission,
): void {
  const { toolCalls } = session.tables;
  const { toolCallId } = permission;
  const call = toolCallId === undefined ? undefined : toolCalls.base(toolCallId);
  if (toolCallId === undefined || call === undefined) return;
  const decidedBy = decidedByAfter(session, call, permission);
  if (decidedBy !== call.decidedBy) tx.setFields(toolCalls, toolCallId, [["decidedBy", decidedBy]]);
  refreshPhase(tx, session, toolCallId);
}

function decidedByAfter(
  session: SessionRecord,
  { toolCallId, decidedBy }: StoredToolCall,
  permission: Permission,
): string | undefined {
  const { permissionId, ordinal } = permission;
  if (decisionOf(permission) === undefined) {
    // An answer that was observed on the wire replaces another one.
    return decidedBy === permissionId ? newestAnswerOf(session, toolCallId) : decidedBy;
  }
  const newest = decidedBy === undefined ? undefined : session.tables.permissions.get(decidedBy);
  return newest === undefined || newest.ordinal < ordinal ? permissionId : decidedBy;
}

/** Returns whether a status means that the call runs, in spite of an answer that rejected it. */
function isRunningStatus(status: string | undefined): boolean {
  return status === "in_progress" || status === "paused";
}
