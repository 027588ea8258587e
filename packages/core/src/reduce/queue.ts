import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { presentFields } from "../json.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { QueuedPrompt } from "../state/state.js";

/** Adds a prompt to the queue. Queuing another prompt releases a queue that was held. */
export function reducePromptQueued(tx: Transaction, event: EventOf<"prompt_queued">): void {
  const session = tx.session(event.sessionId);
  const { id, prompt, display, at } = event;
  const queued = { id, prompt, ...presentFields({ display }), at };
  const { length } = session.fields.queue;
  tx.spliceList(session, "queue", length, 0, shareStructure(undefined, queued));
  tx.indexes.addToQueue(session, id);
  tx.setSessionField(session, "queueHeld", undefined);
}

/** Removes a prompt from the queue. An empty queue is not held. */
export function reducePromptUnqueued(tx: Transaction, event: EventOf<"prompt_unqueued">): void {
  changeQueue(tx, event, (session, index) => {
    tx.spliceList(session, "queue", index, 1);
    if (session.fields.queue.length === 0) tx.setSessionField(session, "queueHeld", undefined);
  });
}

/** Replaces the content of a queued prompt. The prompt is no longer held, as its edit is over. */
export function reduceQueuedPromptEdited(
  tx: Transaction,
  event: EventOf<"queued_prompt_edited">,
): void {
  const { prompt, display } = event;
  changeQueue(tx, event, (session, index, { id, at }) =>
    replaceQueued(tx, session, index, { id, prompt, ...presentFields({ display }), at }),
  );
}

/** Moves a queued prompt. A position behind the end counts as the last one. */
export function reduceQueuedPromptMoved(
  tx: Transaction,
  event: EventOf<"queued_prompt_moved">,
): void {
  changeQueue(tx, event, (session, index, queued) => {
    const target = Math.min(Math.max(0, event.index), session.fields.queue.length - 1);
    if (target === index) return;
    tx.spliceList(session, "queue", index, 1);
    tx.spliceList(session, "queue", target, 0, queued);
  });
}

/** Holds a queued prompt while the user edits it, or releases it. */
export function reduceQueuedPromptHeld(
  tx: Transaction,
  event: EventOf<"queued_prompt_held">,
): void {
  changeQueue(tx, event, (session, index, { held: _held, ...queued }) =>
    replaceQueued(tx, session, index, event.held ? { ...queued, held: true } : queued),
  );
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

/** Runs `change` with the queued prompt that an event names, if it is still in the queue. */
function changeQueue(
  tx: Transaction,
  { sessionId, id }: { readonly sessionId: string; readonly id: string },
  change: (session: SessionRecord, index: number, queued: QueuedPrompt) => void,
): void {
  const session = tx.find(sessionId);
  if (session === undefined) return;
  const { queue } = session.fields;
  const index = queue.findIndex((queued) => queued.id === id);
  const queued = index < 0 ? undefined : queue.at(index);
  if (queued !== undefined) change(session, index, queued);
}

function replaceQueued(
  tx: Transaction,
  session: SessionRecord,
  index: number,
  changed: QueuedPrompt,
): void {
  const before = session.fields.queue.at(index);
  const after = shareStructure(before, changed);
  if (after !== before) tx.spliceList(session, "queue", index, 1, after);
}
