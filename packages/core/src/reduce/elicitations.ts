import { removeEntity } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { positionIn } from "../state/entityTable.js";
import { awaitedInputKey, sessionKey, urlElicitationKey } from "../state/indexKeys.js";
import type { Elicitation, SettledReason } from "../state/requests.js";
import { shareStructure } from "../state/shareStructure.js";
import { markUnread } from "./catalog.js";
import { currentTurn } from "./openTurns.js";
import { showPendingRequests } from "./sessionActivity.js";

/** Adds a request for input, assigned to the session's current turn if it belongs to a session. */
export function reduceElicitationRequested(
  tx: Transaction,
  event: EventOf<"elicitation_requested">,
): void {
  const { elicitationId, requestId, sessionId, at } = event;
  if (tx.tables.elicitations.has(elicitationId)) return;
  const session = sessionId === undefined ? undefined : tx.session(sessionId);
  const turnId = session && currentTurn(session)?.turnId;
  const elicitation: Elicitation = {
    ...shareStructure(undefined, event.request),
    elicitationId,
    status: "pending",
    requestedAt: at,
    ...(requestId !== undefined && { requestId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(turnId !== undefined && { turnId }),
  };
  tx.create(tx.tables.elicitations, elicitationId, elicitation);
  tx.spliceElicitations(tx.root.pendingElicitations.length, 0, elicitationId);
  markUnread(tx, session);
  if (session !== undefined) showPendingRequests(tx, session);
}

/** Settles a request for input. An answer observed on the wire wins over an earlier outcome. */
export function reduceElicitationSettled(
  tx: Transaction,
  event: EventOf<"elicitation_settled">,
): void {
  const elicitation = tx.tables.elicitations.get(event.elicitationId);
  if (elicitation === undefined) return;
  if (elicitation.status !== "pending" && !event.sent) return;
  const content = shareStructure(elicitation.content, event.content);
  if (elicitation.status === event.status && content === elicitation.content) return;
  tx.update(tx.tables.elicitations, event.elicitationId, (draft) => {
    draft.status = event.status;
    draft.reason = event.reason;
    draft.settledAt = event.at;
    if (content === undefined) delete draft.content;
    else draft.content = content;
  });
  if (elicitation.status === "pending") removePendingElicitation(tx, event.elicitationId);
  showRequestsOf(tx, elicitation);
}

function showRequestsOf(tx: Transaction, { sessionId }: Elicitation): void {
  const session = tx.find(sessionId);
  if (session !== undefined) showPendingRequests(tx, session);
}

/** Marks the elicitations of a page as completed (`elicitation/complete`). */
export function reduceElicitationCompleted(
  tx: Transaction,
  event: EventOf<"elicitation_completed">,
): void {
  const { elicitations } = tx.tables;
  for (const id of elicitations.idsWith(urlElicitationKey(event.urlElicitationId))) {
    tx.update(elicitations, id, (draft) => {
      draft.completed = true;
    });
  }
}

/**
 * Settles pending elicitations that match as `cancelled`: those of one session, or without
 * `sessionId` all.
 */
export function settlePendingElicitations(
  tx: Transaction,
  reason: SettledReason,
  at: number,
  sessionId?: string,
  matches: (elicitation: Elicitation) => boolean = () => true,
): void {
  const { elicitations } = tx.tables;
  const ids =
    sessionId === undefined
      ? tx.root.pendingElicitations
      : [...elicitations.idsWith(awaitedInputKey(sessionId))];
  for (const id of ids) {
    const elicitation = elicitations.get(id);
    if (elicitation === undefined || !matches(elicitation)) continue;
    tx.update(elicitations, id, (draft) => {
      draft.status = "cancelled";
      draft.reason = reason;
      draft.settledAt = at;
    });
    removePendingElicitation(tx, id);
    showRequestsOf(tx, elicitation);
  }
}

function removePendingElicitation(tx: Transaction, elicitationId: string): void {
  const index = positionIn(tx.root.pendingElicitations, tx.tables.elicitations, elicitationId);
  if (index >= 0) tx.spliceElicitations(index, 1);
}

/** Removes the settled elicitations of a session. */
export function removeSettledElicitations(tx: Transaction, sessionId: string): void {
  const { elicitations } = tx.tables;
  // A copy, because an elicitation that is removed leaves the index.
  for (const id of [...elicitations.idsWith(sessionKey(sessionId))])
    if (elicitations.get(id)?.status !== "pending") removeEntity(tx, elicitations, id);
}
