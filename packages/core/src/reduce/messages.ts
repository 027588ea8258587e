import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { MetaPatch } from "../events/eventParts.js";
import type { ReplayPlace } from "../events/replayEvents.js";
import type { ContentBlock } from "../state/content.js";
import type { Message, MessageRole } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import { appendBlock, isPlainText } from "./contentBlocks.js";
import { claimPrompt, completeEcho, consumeEcho, echoedPrompt, endEcho } from "./echo.js";
import type { Writable } from "../state/writable.js";
import { keepUnknownFields, patchMeta, setMeta } from "./fieldPatches.js";
import { chunkKey, madeUpKey, messageKey } from "./messageKey.js";
import { appendToMessage, replaceContent, startRun } from "./messageRuns.js";
import { currentTurn, turnOfNewEntity } from "./openTurns.js";
import { creationTimes } from "./times.js";

/**
 * Appends a chunk to its message, or starts a new message. A chunk that echoes the prompt is only
 * counted, and an empty text chunk starts no message.
 */
export function reduceMessageChunk(tx: Transaction, event: EventOf<"message_chunk">): void {
  const session = tx.session(event.sessionId);
  if (tx.place !== undefined) return addReplayedChunk(tx, session, event, tx.place);
  if (event.role === "user" && !hasOwnMessage(session, event) && consumeEcho(tx, session, event))
    return;
  const key = findMessage(session, event);
  if (key !== undefined) {
    if (!showsOtherContent(session, event.role, key)) {
      if (event.role === "user" && event.messageId !== undefined)
        endEcho(tx, session, event.messageId);
      appendToMessage(tx, session, key, event.content);
    }
    patchMessageMeta(tx, session, key, event.meta);
    return;
  }
  if (isPlainText(event.content) && event.content.text === "") return;
  createMessage(tx, session, event.role, event.messageId, [event.content], event.meta);
}

/**
 * Adds a chunk of a replay to the message that the merge has found, or starts a message. An id that
 * the agent uses for a second message continues the first one, as it does outside of replays.
 */
function addReplayedChunk(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"message_chunk">,
  { message, newRun }: ReplayPlace,
): void {
  const { role, messageId, content, meta } = event;
  if (message === undefined && messageId !== undefined && hasOwnMessage(session, event))
    startRun(tx, session, messageKey(role, messageId), content);
  else if (message === undefined) createMessage(tx, session, role, messageId, [content], meta);
  else if (newRun) startRun(tx, session, message, content);
  else appendBlock(tx, session.tables.messages, message, "content", content);
}

/** Returns whether a prompt shows other blocks in place of those sent, which no echo replaces. */
function showsOtherContent(session: SessionRecord, role: MessageRole, key: string): boolean {
  return role === "user" && session.tables.messages.base(key)?.sent !== undefined;
}

/** Returns whether a chunk belongs to a message with its own id, which is never an echo. */
function hasOwnMessage(
  session: SessionRecord,
  { role, messageId }: EventOf<"message_chunk">,
): boolean {
  return messageId !== undefined && session.tables.messages.has(messageKey(role, messageId));
}

/** Creates or changes a message that version 2 sends as a whole. Only the named fields change. */
export function reduceMessage(tx: Transaction, event: EventOf<"message">): void {
  const session = tx.session(event.sessionId);
  const key = findMessage(session, event) ?? claimUserMessage(tx, session, event);
  if (key === undefined) {
    const { role, messageId, content, meta, extra } = event;
    const created = createMessage(tx, session, role, messageId, content ?? [], meta);
    return keepUnknownMessageFields(tx, session, created, extra);
  }
  if (event.content !== undefined && !showsOtherContent(session, event.role, key))
    replaceContent(tx, session, key, event.content ?? []);
  tx.update(session.tables.messages, key, (message) => {
    message.messageId = event.messageId;
  });
  if (event.role === "user" && event.content)
    completeEcho(tx, session, event.messageId, event.content);
  keepUnknownMessageFields(tx, session, key, event.extra);
  patchMessageMeta(tx, session, key, event.meta);
}

function keepUnknownMessageFields(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  unknownFields: EventOf<"message">["extra"],
): void {
  const before = session.tables.messages.get(key);
  if (unknownFields === undefined || before === undefined) return;
  tx.update(session.tables.messages, key, (message) =>
    keepUnknownFields(message, before, unknownFields),
  );
}

/** Returns the key of the shown prompt that a user message of the agent repeats. */
function claimUserMessage(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"message">,
): string | undefined {
  return event.role === "user" && tx.place === undefined
    ? claimPrompt(tx, session, event)
    : undefined;
}

/** Adds the user's message when the prompt is sent. Returns its key. */
export function addPromptMessage(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"turn_started">,
): string | undefined {
  const { prompt, display, turnId } = event;
  if (prompt === undefined || prompt.length === 0) return undefined;
  const key = createMessage(tx, session, "user", undefined, display ?? prompt, undefined, turnId);
  if (display !== undefined) setSentContent(tx, session, key, prompt);
  return key;
}

/** Adds the message of the user that is sent into the running turn. Returns its key. */
export function addSteeringMessage(
  tx: Transaction,
  session: SessionRecord,
  { steeringId, prompt, display }: EventOf<"prompt_steered">,
): string {
  const messageId = `#${steeringId}`;
  const key = madeUpKey("user", messageId);
  if (session.tables.messages.has(key)) return key;
  putMessage(tx, session, key, { messageId, role: "user", content: display ?? prompt });
  if (display !== undefined) setSentContent(tx, session, key, prompt);
  return key;
}

function setSentContent(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  sent: readonly ContentBlock[],
): void {
  tx.setFields(session.tables.messages, key, [["sent", shareStructure(undefined, sent)]]);
}

function createMessage(
  tx: Transaction,
  session: SessionRecord,
  role: MessageRole,
  givenId: string | undefined,
  content: readonly ContentBlock[],
  meta: EventOf<"message_chunk">["meta"],
  turnId?: string,
): string {
  const messageId = givenId ?? unusedMessageId(session, role);
  const key = givenId === undefined ? madeUpKey(role, messageId) : messageKey(role, messageId);
  putMessage(tx, session, key, { messageId, role, content }, meta, turnId);
  return key;
}

function putMessage(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  { messageId, role, content }: Pick<Message, "messageId" | "role" | "content">,
  meta?: EventOf<"message_chunk">["meta"],
  turnId: string | undefined = turnOfNewEntity(tx, session),
): void {
  const _meta = patchMeta(undefined, meta);
  const { createdAt, updatedAt, replayed } = creationTimes(tx, session);
  const copy = shareStructure(undefined, content);
  // A literal, because a spread into it costs many times as much.
  const message: Writable<Message> = { messageId, role, content: copy, createdAt, updatedAt };
  if (replayed) message.replayed = replayed;
  if (turnId !== undefined) message.turnId = turnId;
  if (_meta !== undefined) message._meta = _meta;
  tx.create(session.tables.messages, key, message);
}

function unusedMessageId(session: SessionRecord, role: MessageRole): string {
  let number = session.tables.messages.size + 1;
  while (session.tables.messages.has(madeUpKey(role, `#${number}`))) number++;
  return `#${number}`;
}

/**
 * Returns the key of the message that a chunk belongs to. A chunk without an id belongs to the last
 * message, unless another role, a tool call or a new turn came in between.
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
  tx.update(session.tables.messages, key, (message) =>
    setMeta(message, patchMeta(message._meta, meta)),
  );
}
