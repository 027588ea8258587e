import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";

/** Adds a prompt to the queue. Queuing another prompt releases a queue that was held. */
export function reducePromptQueued(tx: Transaction, event: EventOf<"prompt_queued">): void {
  const session = tx.session(event.sessionId);
  const { id, prompt, at } = event;
  tx.setSessionField(session, "queue", [
    ...session.fields.queue,
    { id, prompt: shareStructure(undefined, prompt), at },
  ]);
  tx.setSessionField(session, "queueHeld", undefined);
}

/** Removes a prompt from the queue. An empty queue is not held. */
export function reducePromptUnqueued(tx: Transaction, event: EventOf<"prompt_unqueued">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  const left = session.fields.queue.filter(({ id }) => id !== event.id);
  if (left.length < session.fields.queue.length) tx.setSessionField(session, "queue", left);
  if (left.length === 0) tx.setSessionField(session, "queueHeld", undefined);
}

/** Releases a held queue. */
export function reduceQueueReleased(tx: Transaction, event: EventOf<"queue_released">): void {
  const session = tx.find(event.sessionId);
  if (session !== undefined) tx.setSessionField(session, "queueHeld", undefined);
}

/** Holds the queue after a cancel or a failure, so that no prompt is sent automatically. */
export function holdQueue(tx: Transaction, session: SessionRecord): void {
  if (session.fields.queue.length > 0) tx.setSessionField(session, "queueHeld", true);
}
