import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { SessionCell } from "../state/tree.js";

/** To go on writing is to go on: it releases what a stop held back. */
export function queuePrompt(tx: Transaction, event: EventOf<"prompt_queued">): void {
  const cell = tx.session(event.sessionId);
  const { id, prompt, at } = event;
  tx.setField(cell, "queue", [...cell.fields.queue, { id, prompt: adopt(undefined, prompt), at }]);
  tx.setField(cell, "queueHeld", undefined);
}

export function unqueuePrompt(tx: Transaction, event: EventOf<"prompt_unqueued">): void {
  const cell = tx.find(event.sessionId);
  if (cell === undefined) return;
  const left = cell.fields.queue.filter(({ id }) => id !== event.id);
  if (left.length < cell.fields.queue.length) tx.setField(cell, "queue", left);
  if (left.length === 0) tx.setField(cell, "queueHeld", undefined);
}

export function releaseQueue(tx: Transaction, event: EventOf<"queue_released">): void {
  const cell = tx.find(event.sessionId);
  if (cell !== undefined) tx.setField(cell, "queueHeld", undefined);
}

/** After a stop or a failure nothing is to begin by itself. */
export function holdQueue(tx: Transaction, cell: SessionCell): void {
  if (cell.fields.queue.length > 0) tx.setField(cell, "queueHeld", true);
}
