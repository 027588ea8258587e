import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Permission, SettledReason, PermissionSubject } from "../state/requests.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { currentTurn } from "./currentTurn.js";
import { keepExtra } from "./patchFields.js";
import { applyRequestedCall } from "./toolCalls.js";

export function reducePermissionRequested(
  tx: Transaction,
  event: EventOf<"permission_requested">,
): void {
  const session = tx.session(event.sessionId);
  if (session.tables.permissions.has(event.permissionId)) return;
  if (event.call !== undefined && !session.fields.closed)
    applyRequestedCall(tx, session, event.call);
  const {
    sessionId,
    permissionId,
    requestId,
    title,
    description,
    options,
    toolCall,
    subject,
    meta,
    extra,
  } = event;
  const toolCallId = toolCall?.toolCallId ?? namedCall(subject);
  const turn = currentTurn(session);
  const permission: Permission = {
    permissionId,
    sessionId,
    options: shareStructure(undefined, options),
    requestedAt: event.at,
    ordinal: nextOrdinal(tx),
    status: "pending",
    ...(requestId !== undefined && { requestId }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(subject !== undefined && { subject: shareStructure(undefined, subject) }),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(toolCall !== undefined && { toolCall: shareStructure(undefined, toolCall) }),
    ...(turn !== undefined && { turnId: turn.turnId }),
    ...(meta !== undefined && { _meta: shareStructure(undefined, meta) }),
  };
  keepExtra(permission, {}, extra);
  tx.create(session.tables.permissions, permissionId, permission);
}

/** An answer that was seen on the wire counts, whatever had settled the request before. */
export function reducePermissionSettled(
  tx: Transaction,
  event: EventOf<"permission_settled">,
): void {
  const session = tx.find(event.sessionId);
  const permission = session?.tables.permissions.get(event.permissionId);
  if (session === undefined || permission === undefined) return;
  if (permission.status !== "pending" && !event.sent) return;
  if (permission.status === event.status && permission.optionId === event.optionId) return;
  tx.update(session.tables.permissions, event.permissionId, (draft) => {
    Object.assign(draft, settled(event.status, event.reason, event.at));
    if (event.optionId === undefined) delete draft.optionId;
    else draft.optionId = event.optionId;
    if (event.rule === undefined) delete draft.rule;
    else draft.rule = event.rule;
  });
}

/** Settles as cancelled what still waits in a session. */
export function settlePendingPermissions(
  tx: Transaction,
  session: SessionRecord,
  reason: SettledReason,
  at: number,
  isMeant: (permission: Permission) => boolean = () => true,
): void {
  for (const permission of session.tables.permissions.snapshot().values()) {
    if (permission.status !== "pending" || !isMeant(permission)) continue;
    tx.update(session.tables.permissions, permission.permissionId, (draft) => {
      Object.assign(draft, settled("cancelled", reason, at));
    });
  }
}

function settled(
  status: "selected" | "cancelled",
  reason: SettledReason,
  at: number,
): Pick<Permission, "status" | "reason" | "settledAt"> {
  return { status, reason, settledAt: at };
}

/** Settled requests stay in their session, so counting all of them numbers them in order. */
function nextOrdinal(tx: Transaction): number {
  let count = 0;
  for (const session of tx.sessions()) count += session.tables.permissions.size;
  return count + 1;
}

/** Returns the tool call that a subject names. A subject of an unknown type may name one too. */
function namedCall(subject: PermissionSubject | undefined): string | undefined {
  const id = subject !== undefined && "toolCallId" in subject ? subject.toolCallId : undefined;
  return typeof id === "string" ? id : undefined;
}
