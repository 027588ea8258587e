import { removeEntity } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";

/** Adds a row of the application to the timeline, or changes its data. */
export function reduceApplicationRow(tx: Transaction, event: EventOf<"application_row">): void {
  const { applicationRows } = tx.session(event.sessionId).tables;
  const { rowId, at } = event;
  const known = applicationRows.get(rowId);
  const data = shareStructure(known?.data, event.data);
  if (known === undefined)
    tx.create(applicationRows, rowId, { rowId, data, createdAt: at, updatedAt: at });
  else if (data !== known.data) tx.setFields(applicationRows, rowId, [["data", data]]);
}

/** Removes a row of the application, and its item in the timeline. */
export function reduceApplicationRowRemoved(
  tx: Transaction,
  event: EventOf<"application_row_removed">,
): void {
  const session = tx.find(event.sessionId);
  if (session !== undefined) removeEntity(tx, session.tables.applicationRows, event.rowId);
}
