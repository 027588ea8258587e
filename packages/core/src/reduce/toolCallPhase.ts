import type { FieldValue } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import type { ToolCall } from "../state/entities.js";
import { decisionOf, newestAnswerOf, type PhaseFacts, phaseOf } from "../state/phaseOf.js";
import type { Permission } from "../state/requests.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredToolCall } from "../state/storedState.js";

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
export function isRunningStatus(status: string | undefined): boolean {
  return status === "in_progress" || status === "paused";
}
