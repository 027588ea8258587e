import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { SessionMessage } from "../state/sessionParts.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { appendBlock } from "./contentBlocks.js";
import { patchMeta, patchThreeStateFields, setMeta } from "./fieldPatches.js";

/** Creates or updates a message between sessions. `null` content becomes an empty list. */
export function reduceSessionMessage(tx: Transaction, event: EventOf<"session_message">): void {
  const session = tx.session(event.sessionId);
  const { sessionMessages } = session.tables;
  const before =
    sessionMessages.get(event.messageId) ?? createSessionMessage(tx, session, event.messageId);
  const { content, ...fields } = event.patch;
  const patch = content === undefined ? fields : { ...fields, content: content ?? [] };
  tx.update(sessionMessages, event.messageId, (draft) => {
    patchThreeStateFields(draft, before, patch);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
}

/** Appends a block to a message between sessions. */
export function reduceSessionMessageChunk(
  tx: Transaction,
  event: EventOf<"session_message_chunk">,
): void {
  const session = tx.session(event.sessionId);
  const { sessionMessages } = session.tables;
  // Checks before it reads: reading would build the content, which is in an append buffer.
  if (!sessionMessages.has(event.messageId)) createSessionMessage(tx, session, event.messageId);
  appendBlock(tx, sessionMessages, event.messageId, "content", event.content);
}

function createSessionMessage(
  tx: Transaction,
  session: SessionRecord,
  messageId: string,
): SessionMessage {
  const created: SessionMessage = { messageId, content: [] };
  tx.create(session.tables.sessionMessages, messageId, created);
  return created;
}
