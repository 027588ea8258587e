import type { Transaction } from "../commit/transaction.js";
import type { EventOf, MetaPatch } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ContentBlock } from "../state/content.js";
import type { Message, MessageRole } from "../state/entities.js";
import type { SessionRecord } from "../state/tree.js";
import { currentTurn } from "./currentTurn.js";
import { appendBlock, isPlainText } from "./append.js";
import { claimPrompt, completeEcho, echoedPrompt, endEcho, isEcho } from "./echo.js";
import { chunkKey, madeUpKey, messageKey } from "./messageKey.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra } from "./patchFields.js";

export function reduceMessageChunk(tx: Transaction, event: EventOf<"message_chunk">): void {
  const session = tx.session(event.sessionId);
  if (event.role === "user" && !isKnown(session, event) && isEcho(tx, session, event)) return;
  const key = findMessage(session, event);
  if (key !== undefined) {
    if (event.role === "user" && event.messageId !== undefined)
      endEcho(tx, session, event.messageId);
    appendBlock(tx, { session, table: "messages", id: key, field: "content" }, event.content);
    patchMessageMeta(tx, session, key, event.meta);
    return;
  }
  if (isPlainText(event.content) && event.content.text === "") return;
  createMessage(tx, session, event.role, event.messageId, [event.content], event.meta);
}

/** What is said of a message that stands on its own is no echo of a prompt. */
function isKnown(session: SessionRecord, { role, messageId }: EventOf<"message_chunk">): boolean {
  return messageId !== undefined && session.tables.messages.has(messageKey(role, messageId));
}

/** A message as version 2 sends it whole: only what it names changes. */
export function reduceMessage(tx: Transaction, event: EventOf<"message">): void {
  const session = tx.session(event.sessionId);
  const key = findMessage(session, event) ?? claimedBy(tx, session, event);
  if (key === undefined) {
    const { role, messageId, content, meta, extra } = event;
    const created = createMessage(tx, session, role, messageId, content ?? [], meta);
    return keepMessageExtra(tx, session, created, extra);
  }
  tx.update(session, "messages", key, (message) => {
    const before = session.tables.messages.get(key);
    if (event.content !== undefined) {
      message.content = shareStructure(
        before?.content,
        event.content ?? [],
      ) as typeof message.content;
    }
    message.messageId = event.messageId;
  });
  if (event.role === "user" && event.content)
    completeEcho(tx, session, event.messageId, event.content);
  keepMessageExtra(tx, session, key, event.extra);
  patchMessageMeta(tx, session, key, event.meta);
}

function keepMessageExtra(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  extra: EventOf<"message">["extra"],
): void {
  const before = session.tables.messages.get(key);
  if (extra === undefined || before === undefined) return;
  tx.update(session, "messages", key, (message) => keepExtra(message, before, extra));
}

/** The user's message that is on the screen since the prompt was sent. */
function claimedBy(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"message">,
): string | undefined {
  return event.role === "user" ? claimPrompt(tx, session, event) : undefined;
}

/** Shows the user's message as soon as the prompt is sent. */
export function addPrompt(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"turn_started">,
): string | undefined {
  if (event.prompt === undefined || event.prompt.length === 0) return undefined;
  return createMessage(tx, session, "user", undefined, event.prompt, undefined, event.turnId);
}

function createMessage(
  tx: Transaction,
  session: SessionRecord,
  role: MessageRole,
  givenId: string | undefined,
  content: readonly ContentBlock[],
  meta: EventOf<"message_chunk">["meta"],
  turnId: string | undefined = currentTurn(session)?.turnId,
): string {
  const messageId = givenId ?? unusedId(session, role);
  const key = givenId === undefined ? madeUpKey(role, messageId) : messageKey(role, messageId);
  const _meta = patchMeta(undefined, meta);
  const message: Message = {
    messageId,
    role,
    content: shareStructure(undefined, content),
    ...(turnId === undefined ? {} : { turnId }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  tx.create(session, "messages", key, message, "message");
  return key;
}

function unusedId(session: SessionRecord, role: MessageRole): string {
  let number = session.tables.messages.size + 1;
  while (session.tables.messages.has(madeUpKey(role, `#${number}`))) number++;
  return `#${number}`;
}

/**
 * The message that a chunk belongs to. Without an id that is the last one, unless the role, a
 * tool call or a new turn came in between.
 */
function findMessage(
  session: SessionRecord,
  event: { readonly role: MessageRole; readonly messageId?: string },
): string | undefined {
  if (event.messageId !== undefined) {
    const key = chunkKey(session, event.role, event.messageId);
    if (session.tables.messages.has(key)) return key;
    return event.role === "user" ? echoedPrompt(session, event.messageId) : undefined;
  }
  const item = session.timeline.findLast(({ type }) => type === "message" || type === "tool_call");
  const message = item?.type === "message" ? session.tables.messages.base(item.id) : undefined;
  if (item === undefined || message?.role !== event.role) return undefined;
  const turn = currentTurn(session);
  return turn === undefined || message.turnId === turn.turnId ? item.id : undefined;
}

function patchMessageMeta(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  meta: MetaPatch | undefined,
): void {
  if (meta === undefined) return;
  tx.update(session, "messages", key, (message) =>
    setMeta(message, patchMeta(message._meta, meta)),
  );
}
