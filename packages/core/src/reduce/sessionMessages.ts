import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { SessionMessage } from "../state/sessionParts.js";
import type { SessionRecord } from "../state/tree.js";
import { appendBlock } from "./append.js";
import { patchMeta, setMeta } from "./meta.js";
import { patchFields } from "./patchFields.js";

export function reduceSessionMessage(tx: Transaction, event: EventOf<"session_message">): void {
  const session = tx.session(event.sessionId);
  const before = ensure(tx, session, event.messageId);
  const { content, ...fields } = event.patch;
  tx.update(session, "sessionMessages", event.messageId, (draft) => {
    patchFields(
      draft,
      before,
      content === undefined ? fields : { ...fields, content: content ?? [] },
    );
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
}

export function reduceSessionMessageChunk(
  tx: Transaction,
  event: EventOf<"session_message_chunk">,
): void {
  const session = tx.session(event.sessionId);
  // Reading a message puts its content together, which grows here.
  if (!session.tables.sessionMessages.has(event.messageId)) ensure(tx, session, event.messageId);
  const place = {
    session,
    table: "sessionMessages",
    id: event.messageId,
    field: "content",
  } as const;
  appendBlock(tx, place, event.content);
}

function ensure(tx: Transaction, session: SessionRecord, messageId: string): SessionMessage {
  const known = session.tables.sessionMessages.get(messageId);
  if (known !== undefined) return known;
  const created: SessionMessage = { messageId, content: [] };
  tx.create(session, "sessionMessages", messageId, created, "session_message");
  return created;
}
