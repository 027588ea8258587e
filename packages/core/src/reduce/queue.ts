import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { SessionRecord } from "../state/tree.js";

/** To go on writing is to go on: it releases what a stop held back. */
export function reducePromptQueued(tx: Transaction, event: EventOf<"prompt_queued">): void {
  const session = tx.session(event.sessionId);
  const { id, prompt, at } = event;
  tx.setField(session, "queue", [
    ...session.fields.queue,
    { id, prompt: shareStructure(undefined, prompt), at },
  ]);
  tx.setField(session, "queueHeld", undefined);
}

export function reducePromptUnqueued(tx: Transaction, event: EventOf<"prompt_unqueued">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  const left = session.fields.queue.filter(({ id }) => id !== event.id);
  if (left.length < session.fields.queue.length) tx.setField(session, "queue", left);
  if (left.length === 0) tx.setField(session, "queueHeld", undefined);
}

export function reduceQueueReleased(tx: Transaction, event: EventOf<"queue_released">): void {
  const session = tx.find(event.sessionId);
  if (session !== undefined) tx.setField(session, "queueHeld", undefined);
}

/** After a stop or a failure nothing is to begin by itself. */
export function holdQueue(tx: Transaction, session: SessionRecord): void {
  if (session.fields.queue.length > 0) tx.setField(session, "queueHeld", true);
}
