import type { MessageRole } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";

/**
 * Returns the key of a message in its table: role and id together, because one agent gives a thought
 * and its message the same id. A leading "#" is doubled, to distinguish it from a made-up id.
 */
export function messageKey(role: MessageRole, messageId: string): string {
  return messageId.startsWith("#") ? `${role}:#${messageId}` : `${role}:${messageId}`;
}

/** Returns the key of a message whose id the store made up: `#` and a number. */
export function madeUpKey(role: MessageRole, messageId: string): string {
  return `${role}:${messageId}`;
}

interface ChunkKey {
  readonly role: MessageRole;
  readonly messageId: string;
  readonly key: string;
}

/**
 * A cache of the last key per session. The chunks of a message follow each other, and looking up a
 * new string means hashing it first.
 */
const lastChunkKeys = new WeakMap<SessionRecord, ChunkKey>();

/** Returns the {@link messageKey} of a chunk, from a cache if the previous chunk had the same. */
export function chunkKey(session: SessionRecord, role: MessageRole, messageId: string): string {
  const last = lastChunkKeys.get(session);
  if (last?.role === role && last.messageId === messageId) return last.key;
  const key = messageKey(role, messageId);
  lastChunkKeys.set(session, { role, messageId, key });
  return key;
}
