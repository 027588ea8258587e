import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { SESSION_FIELD_NAMES } from "../state/definitions.js";
import { NOT_OPENED } from "../state/notOpened.js";
import { TABLE_NAMES } from "../state/tables.js";
import type { EntityTable } from "../state/entityTable.js";
import type { Elicitation } from "../state/requests.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { recordRestored } from "./catalog.js";
import { settlePendingPermissions } from "./permissions.js";
import { holdQueue } from "./queue.js";
import { failPendingSettings } from "./settings.js";
import { failSteering } from "./steering.js";
import { interruptOpenTurns } from "./turns.js";

/**
 * Puts a saved session into the state, in place of a closed one with the same id. It belongs to an
 * earlier connection, so everything in it that was running or pending ends.
 */
export function reduceSessionRestored(tx: Transaction, event: EventOf<"session_restored">): void {
  const { at, entry, elicitations } = event;
  const session = tx.session(event.sessionId);
  if (entry !== undefined && !tx.tables.catalog.has(session.id))
    tx.create(tx.tables.catalog, session.id, entry);
  recordRestored(tx, session.id);
  fillSession(tx, session, event.session);
  for (const elicitation of elicitations) putElicitation(tx, endElicitation(elicitation, at));
  interruptOpenTurns(tx, session);
  failSteering(tx, session);
  settlePendingPermissions(tx, session, "interrupted", at);
  failPendingSettings(tx, session, "The session was saved before the agent responded.");
  holdQueue(tx, session);
  tx.setSessionField(session, "replaying", undefined);
  tx.setSessionField(session, "replayBegun", undefined);
  tx.setSessionField(session, "restored", true);
  tx.setSessionField(session, "detached", NOT_OPENED);
}

function fillSession(
  tx: Transaction,
  session: SessionRecord,
  saved: EventOf<"session_restored">["session"],
): void {
  for (const name of TABLE_NAMES) {
    const table: EntityTable<object> = session.tables[name];
    const ids = new Set([...table.snapshot().keys(), ...saved[name].map(([id]) => id)]);
    if (ids.size > 0) tx.refill(table, saved[name], [...ids]);
  }
  tx.setTimeline(session, saved.timeline);
  for (const field of SESSION_FIELD_NAMES) tx.setSessionField(session, field, saved[field]);
  tx.indexes.add(session);
}

function endElicitation(elicitation: Elicitation, at: number): Elicitation {
  if (elicitation.status !== "pending") return elicitation;
  return { ...elicitation, status: "cancelled", reason: "interrupted", settledAt: at };
}

/** Adds a request for input. A closed session may have left it in the state. */
function putElicitation(tx: Transaction, elicitation: Elicitation): void {
  const { elicitations } = tx.tables;
  const id = elicitation.elicitationId;
  if (elicitations.has(id)) tx.replace(elicitations, id, elicitation);
  else tx.create(elicitations, id, elicitation);
}
