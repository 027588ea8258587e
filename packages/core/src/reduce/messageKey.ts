import type { MessageRole } from "../state/entities.js";

let last: { readonly role: MessageRole; readonly messageId: string; readonly key: string } = {
  role: "agent",
  messageId: "",
  key: "agent:",
};

/**
 * The key of a message in its table: role and id together, as one agent gives a thought and its
 * message the same id. A "#" at its beginning is doubled, to tell it from those that are made up.
 */
export function messageKey(role: MessageRole, messageId: string): string {
  // The chunks of a message follow each other, and a text put together anew must be hashed anew.
  if (role !== last.role || messageId !== last.messageId)
    last = { role, messageId, key: keyOf(role, messageId) };
  return last.key;
}

function keyOf(role: MessageRole, messageId: string): string {
  return messageId.startsWith("#") ? `${role}:#${messageId}` : `${role}:${messageId}`;
}

/** The key of a message to which the store gave the id, `#` and a number. */
export function madeUpKey(role: MessageRole, messageId: string): string {
  return `${role}:${messageId}`;
}
