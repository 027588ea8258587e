import type { MessageRole } from "../state/entities.js";
import type { SessionRecord } from "../state/tree.js";

/**
 * The key of a message in its table: role and id together, as one agent gives a thought and its
 * message the same id. A "#" at its beginning is doubled, to tell it from those that are made up.
 */
export function messageKey(role: MessageRole, messageId: string): string {
  return messageId.startsWith("#") ? `${role}:#${messageId}` : `${role}:${messageId}`;
}

/** The same for a chunk: those of one message follow each other, and a new text is hashed anew. */
export function chunkKey(session: SessionRecord, role: MessageRole, messageId: string): string {
  const last = session.lastChunk;
  if (last?.role === role && last.messageId === messageId) return last.key;
  const key = messageKey(role, messageId);
  session.lastChunk = { role, messageId, key };
  return key;
}

/** The key of a message to which the store gave the id, `#` and a number. */
export function madeUpKey(role: MessageRole, messageId: string): string {
  return `${role}:${messageId}`;
}
