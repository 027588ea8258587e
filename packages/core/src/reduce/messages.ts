import type { Transaction } from "../commit/transaction.js";
import type { EventOf, MetaPatch } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { ContentBlock } from "../state/content.js";
import type { Message, MessageRole } from "../state/entities.js";
import type { SessionCell } from "../state/tree.js";
import { currentTurn } from "./currentTurn.js";
import { appendBlock, isPlainText } from "./append.js";
import { claimPrompt, completeEcho, echoedPrompt, endEcho, isEcho } from "./echo.js";
import { chunkKey, madeUpKey, messageKey } from "./messageKey.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra } from "./patchFields.js";

export function reduceMessageChunk(tx: Transaction, event: EventOf<"message_chunk">): void {
  const cell = tx.session(event.sessionId);
  if (event.role === "user" && !isKnown(cell, event) && isEcho(tx, cell, event)) return;
  const key = findMessage(cell, event);
  if (key !== undefined) {
    if (event.role === "user" && event.messageId !== undefined) endEcho(tx, cell, event.messageId);
    appendBlock(tx, { cell, table: "messages", id: key, field: "content" }, event.content);
    patchMessageMeta(tx, cell, key, event.meta);
    return;
  }
  if (isPlainText(event.content) && event.content.text === "") return;
  createMessage(tx, cell, event.role, event.messageId, [event.content], event.meta);
}

/** What is said of a message that stands on its own is no echo of a prompt. */
function isKnown(cell: SessionCell, { role, messageId }: EventOf<"message_chunk">): boolean {
  return messageId !== undefined && cell.tables.messages.has(messageKey(role, messageId));
}

/** A message as version 2 sends it whole: only what it names changes. */
export function reduceMessage(tx: Transaction, event: EventOf<"message">): void {
  const cell = tx.session(event.sessionId);
  const key = findMessage(cell, event) ?? claimedBy(tx, cell, event);
  if (key === undefined) {
    const { role, messageId, content, meta, extra } = event;
    const created = createMessage(tx, cell, role, messageId, content ?? [], meta);
    return keepMessageExtra(tx, cell, created, extra);
  }
  tx.update(cell, "messages", key, (message) => {
    const before = cell.tables.messages.get(key);
    if (event.content !== undefined) {
      message.content = adopt(before?.content, event.content ?? []) as typeof message.content;
    }
    message.messageId = event.messageId;
  });
  if (event.role === "user" && event.content)
    completeEcho(tx, cell, event.messageId, event.content);
  keepMessageExtra(tx, cell, key, event.extra);
  patchMessageMeta(tx, cell, key, event.meta);
}

function keepMessageExtra(
  tx: Transaction,
  cell: SessionCell,
  key: string,
  extra: EventOf<"message">["extra"],
): void {
  const before = cell.tables.messages.get(key);
  if (extra === undefined || before === undefined) return;
  tx.update(cell, "messages", key, (message) => keepExtra(message, before, extra));
}

/** The user's message that is on the screen since the prompt was sent. */
function claimedBy(
  tx: Transaction,
  cell: SessionCell,
  event: EventOf<"message">,
): string | undefined {
  return event.role === "user" ? claimPrompt(tx, cell, event) : undefined;
}

/** Shows the user's message as soon as the prompt is sent. */
export function addPrompt(
  tx: Transaction,
  cell: SessionCell,
  event: EventOf<"turn_started">,
): string | undefined {
  if (event.prompt === undefined || event.prompt.length === 0) return undefined;
  return createMessage(tx, cell, "user", undefined, event.prompt, undefined, event.turnId);
}

function createMessage(
  tx: Transaction,
  cell: SessionCell,
  role: MessageRole,
  givenId: string | undefined,
  content: readonly ContentBlock[],
  meta: EventOf<"message_chunk">["meta"],
  turnId: string | undefined = currentTurn(cell)?.turnId,
): string {
  const messageId = givenId ?? unusedId(cell, role);
  const key = givenId === undefined ? madeUpKey(role, messageId) : messageKey(role, messageId);
  const _meta = patchMeta(undefined, meta);
  const message: Message = {
    messageId,
    role,
    content: adopt(undefined, content),
    ...(turnId === undefined ? {} : { turnId }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  tx.create(cell, "messages", key, message, "message");
  return key;
}

function unusedId(cell: SessionCell, role: MessageRole): string {
  let number = cell.tables.messages.size + 1;
  while (cell.tables.messages.has(madeUpKey(role, `#${number}`))) number++;
  return `#${number}`;
}

/**
 * The message that a chunk belongs to. Without an id that is the last one, unless the role, a
 * tool call or a new turn came in between.
 */
function findMessage(
  cell: SessionCell,
  event: { readonly role: MessageRole; readonly messageId?: string },
): string | undefined {
  if (event.messageId !== undefined) {
    const key = chunkKey(cell, event.role, event.messageId);
    if (cell.tables.messages.has(key)) return key;
    return event.role === "user" ? echoedPrompt(cell, event.messageId) : undefined;
  }
  const item = cell.timeline.findLast(({ type }) => type === "message" || type === "tool_call");
  const message = item?.type === "message" ? cell.tables.messages.base(item.id) : undefined;
  if (item === undefined || message?.role !== event.role) return undefined;
  const turn = currentTurn(cell);
  return turn === undefined || message.turnId === turn.turnId ? item.id : undefined;
}

function patchMessageMeta(
  tx: Transaction,
  cell: SessionCell,
  key: string,
  meta: MetaPatch | undefined,
): void {
  if (meta === undefined) return;
  tx.update(cell, "messages", key, (message) => setMeta(message, patchMeta(message._meta, meta)));
}
