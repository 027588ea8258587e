import { retainEntities } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { DECIDED_BY_POLICY } from "../state/indexKeys.js";
import { positionIn } from "../state/entityTable.js";
import type { Permission, PermissionSubject, SettledReason } from "../state/requests.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import { markUnread } from "./catalog.js";
import { keepUnknownFields } from "./fieldPatches.js";
import { currentTurn } from "./openTurns.js";
import { showPendingRequests } from "./sessionActivity.js";
import { recordDecision, refreshPhase } from "./toolCallStatus.js";
import { applyRequestedCall } from "./toolCalls.js";

/**
 * Adds a permission request, and applies what it says about its tool call. The permission keeps the
 * call as the request sent it; later updates of the call do not change the permission.
 */
export function reducePermissionRequested(
  tx: Transaction,
  event: EventOf<"permission_requested">,
): void {
  const session = tx.session(event.sessionId);
  if (session.tables.permissions.has(event.permissionId)) return;
  if (event.call !== undefined && !session.fields.closed)
    applyRequestedCall(tx, session, event.call);
  const permission = createPermission(
    event,
    tx.indexes.nextOrdinal(session),
    currentTurn(session)?.turnId,
  );
  tx.create(session.tables.permissions, event.permissionId, permission);
  if (!permission.policyPending) askUser(tx, session, permission);
}

/** Asks the user, because the policy has left the request to them. */
export function reducePermissionLeftToUser(
  tx: Transaction,
  event: EventOf<"permission_left_to_user">,
): void {
  const session = tx.find(event.sessionId);
  const permission = session?.tables.permissions.get(event.permissionId);
  if (session === undefined || !permission?.policyPending) return;
  tx.update(session.tables.permissions, event.permissionId, (draft) => {
    delete draft.policyPending;
  });
  askUser(tx, session, permission);
}

/** Adds a request to those that wait for the user, which are in the order of their arrival. */
function askUser(tx: Transaction, session: SessionRecord, permission: Permission): void {
  const { pendingPermissions } = session.fields;
  const { permissions } = session.tables;
  // Usually the last one. A policy may have taken longer for this request than for later ones.
  const index = pendingPermissions.countBefore(
    (id) => (permissions.get(id)?.ordinal ?? 0) < permission.ordinal,
  );
  tx.spliceList(session, "pendingPermissions", index, 0, permission.permissionId);
  markUnread(tx, session);
  showPendingRequests(tx, session);
  refreshPhase(tx, session, permission.toolCallId);
}

function createPermission(
  event: EventOf<"permission_requested">,
  ordinal: number,
  turnId: string | undefined,
): Permission {
  const { requestId, title, description, toolCall, subject, policyPending, meta } = event;
  const toolCallId = toolCall?.toolCallId ?? toolCallIdOf(subject);
  const permission: Permission = {
    permissionId: event.permissionId,
    sessionId: event.sessionId,
    options: shareStructure(undefined, event.options),
    requestedAt: event.at,
    ordinal,
    status: "pending",
    ...(requestId !== undefined && { requestId }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(subject !== undefined && { subject: shareStructure(undefined, subject) }),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(toolCall !== undefined && { toolCall: shareStructure(undefined, toolCall) }),
    ...(policyPending && { policyPending }),
    ...(turnId !== undefined && { turnId }),
    ...(meta !== undefined && { _meta: shareStructure(undefined, meta) }),
  };
  keepUnknownFields(permission, {}, event.extra);
  return permission;
}

/** Settles a permission request. An answer observed on the wire wins over an earlier outcome. */
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
    draft.status = event.status;
    draft.reason = event.reason;
    draft.settledAt = event.at;
    delete draft.policyPending;
    if (event.optionId === undefined) delete draft.optionId;
    else draft.optionId = event.optionId;
    if (event.rule === undefined) delete draft.rule;
    else draft.rule = event.rule;
  });
  if (permission.status === "pending") removePendingPermission(tx, session, event.permissionId);
  const settled = session.tables.permissions.get(event.permissionId);
  if (settled !== undefined) recordDecision(tx, session, settled);
  showPendingRequests(tx, session);
}

/** Settles the pending permission requests of a session that match as `cancelled`. */
export function settlePendingPermissions(
  tx: Transaction,
  session: SessionRecord,
  reason: SettledReason,
  at: number,
  matches: (permission: Permission) => boolean = () => true,
): void {
  const { permissions } = session.tables;
  const calls = new Set<string | undefined>();
  const pending = [...session.fields.pendingPermissions, ...permissions.idsWith(DECIDED_BY_POLICY)];
  for (const id of pending) {
    const permission = permissions.get(id);
    if (permission === undefined || !matches(permission)) continue;
    tx.update(permissions, id, (draft) => {
      draft.status = "cancelled";
      draft.reason = reason;
      draft.settledAt = at;
      delete draft.policyPending;
    });
    removePendingPermission(tx, session, id);
    calls.add(permission.toolCallId);
  }
  for (const toolCallId of calls) refreshPhase(tx, session, toolCallId);
  showPendingRequests(tx, session);
}

/** Removes the settled permission requests of a session. Their timeline items stay. */
export function removeSettledPermissions(tx: Transaction, session: SessionRecord): void {
  retainEntities(tx, session.tables.permissions, (_id, { status }) => status === "pending");
}

function removePendingPermission(tx: Transaction, session: SessionRecord, id: string): void {
  const index = positionIn(session.fields.pendingPermissions, session.tables.permissions, id);
  if (index >= 0) tx.spliceList(session, "pendingPermissions", index, 1);
}

/** Returns the tool call that a subject names. A subject of an unknown type may have any value. */
function toolCallIdOf(subject: PermissionSubject | undefined): string | undefined {
  const id = subject !== undefined && "toolCallId" in subject ? subject.toolCallId : undefined;
  return typeof id === "string" ? id : undefined;
}
