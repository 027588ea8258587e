import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Elicitation, PermissionReason } from "../state/requests.js";
import { currentTurn } from "./currentTurn.js";

export function reduceElicitationRequested(
  tx: Transaction,
  event: EventOf<"elicitation_requested">,
): void {
  const { id, requestId, sessionId, at } = event;
  const known = tx.root.elicitations;
  if (known.some((elicitation) => elicitation.id === id)) return;
  const session = sessionId === undefined ? undefined : tx.session(sessionId);
  const turnId = session && currentTurn(session)?.turnId;
  const elicitation: Elicitation = {
    ...shareStructure(undefined, event.request),
    id,
    status: "pending",
    requestedAt: at,
    ...(requestId !== undefined && { requestId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(turnId !== undefined && { turnId }),
  };
  tx.setRoot("elicitations", [...known, elicitation]);
}

/** An answer that was seen on the wire counts, whatever had settled the request before. */
export function reduceElicitationSettled(
  tx: Transaction,
  event: EventOf<"elicitation_settled">,
): void {
  change(tx, (elicitation) => {
    if (elicitation.id !== event.id) return elicitation;
    if (elicitation.status !== "pending" && !event.sent) return elicitation;
    const { status, reason, at } = event;
    const { content: before, ...asked } = elicitation;
    const content = shareStructure(before, event.content);
    if (elicitation.status === status && content === before) return elicitation;
    return { ...asked, status, reason, settledAt: at, ...(content !== undefined && { content }) };
  });
}

/** A page that the user was sent to is done (`elicitation/complete`). */
export function reduceElicitationCompleted(
  tx: Transaction,
  event: EventOf<"elicitation_completed">,
): void {
  change(tx, (elicitation) =>
    elicitation.elicitationId === event.elicitationId && !elicitation.completed
      ? { ...elicitation, completed: true }
      : elicitation,
  );
}

/** Settles as cancelled what still waits. */
export function settlePendingElicitations(
  tx: Transaction,
  reason: PermissionReason,
  at: number,
  isMeant: (elicitation: Elicitation) => boolean,
): void {
  change(tx, (elicitation) =>
    elicitation.status === "pending" && isMeant(elicitation)
      ? { ...elicitation, status: "cancelled", reason, settledAt: at }
      : elicitation,
  );
}

/** Lets go of what a session asked for and has the answer of. */
export function dropSettledElicitations(tx: Transaction, sessionId: string): void {
  const before = tx.root.elicitations;
  const kept = before.filter((item) => item.sessionId !== sessionId || item.status === "pending");
  if (kept.length < before.length) tx.setRoot("elicitations", kept);
}

function change(tx: Transaction, next: (elicitation: Elicitation) => Elicitation): void {
  const before = tx.root.elicitations;
  const after = before.map(next);
  if (after.some((elicitation, index) => elicitation !== before[index])) {
    tx.setRoot("elicitations", after);
  }
}
