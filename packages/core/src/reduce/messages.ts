import type { AcpPatch, PatchPath } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { ContentBlock, TextBlock } from "../state/content.js";
import type { Message, MessageRole } from "../state/entities.js";
import type { SessionCell } from "../state/tree.js";
import { currentTurn } from "./currentTurn.js";
import { isEcho } from "./echo.js";
import { patchMeta } from "./meta.js";

/** The key of a message in its table: one agent gives a thought and its message the same id. */
function messageKey(role: MessageRole, messageId: string): string {
  return `${role}:${messageId}`;
}

export function reduceMessageChunk(tx: Transaction, event: EventOf<"message_chunk">): void {
  const cell = tx.session(event.sessionId);
  if (event.role === "user" && isEcho(tx, cell, event)) return;
  const key = findMessage(cell, event);
  if (key !== undefined) return appendBlock(tx, cell, key, event);
  if (isPlainText(event.content) && event.content.text === "") return;
  createMessage(tx, cell, event.role, event.messageId, [event.content], event.meta);
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
  const key = messageKey(role, messageId);
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
  while (cell.tables.messages.has(messageKey(role, `message-${number}`))) number++;
  return `message-${number}`;
}

/**
 * The message that a chunk belongs to. Without an id that is the last one, unless the role, a
 * tool call or a new turn came in between.
 */
function findMessage(cell: SessionCell, event: EventOf<"message_chunk">): string | undefined {
  if (event.messageId !== undefined) {
    const key = messageKey(event.role, event.messageId);
    return cell.tables.messages.has(key) ? key : undefined;
  }
  const item = cell.timeline.findLast(({ type }) => type === "message" || type === "tool_call");
  const message = item?.type === "message" ? cell.tables.messages.get(item.id) : undefined;
  if (item === undefined || message?.role !== event.role) return undefined;
  const turn = currentTurn(cell);
  return turn === undefined || message.turnId === turn.turnId ? item.id : undefined;
}

function appendBlock(
  tx: Transaction,
  cell: SessionCell,
  key: string,
  event: EventOf<"message_chunk">,
): void {
  const message = cell.tables.messages.get(key);
  if (message === undefined) return;
  const last = message.content.at(-1);
  const block = event.content;
  if (isPlainText(block) && block.text === "") {
    // An empty piece says nothing.
  } else if (isPlainText(block) && last !== undefined && isPlainText(last)) {
    appendText(tx, cell, key, message, last, block.text);
  } else pushBlock(tx, cell, key, message, block);
  patchMessageMeta(tx, cell, key, event);
}

function appendText(
  tx: Transaction,
  cell: SessionCell,
  key: string,
  message: Message,
  last: TextBlock,
  text: string,
): void {
  const position = message.content.length - 1;
  const content = message.content.slice(0, -1);
  content.push({ ...last, text: last.text + text });
  tx.replace(cell, "messages", key, { ...message, content }, (path) => {
    const textPath = [...path, "content", position, "text"];
    return [{ op: "append", path: textPath, value: text }, shorten(textPath, last.text.length)];
  });
}

function pushBlock(
  tx: Transaction,
  cell: SessionCell,
  key: string,
  message: Message,
  sent: ContentBlock,
): void {
  const block = adopt(undefined, sent);
  const position = message.content.length;
  tx.replace(
    cell,
    "messages",
    key,
    { ...message, content: [...message.content, block] },
    (path) => [
      { op: "add", path: [...path, "content", position], value: block },
      shorten([...path, "content"], position),
    ],
  );
}

function shorten(path: PatchPath, length: number): AcpPatch {
  return { op: "replace", path: [...path, "length"], value: length };
}

function patchMessageMeta(
  tx: Transaction,
  cell: SessionCell,
  key: string,
  event: EventOf<"message_chunk">,
): void {
  const meta = event.meta;
  if (meta === undefined) return;
  tx.update(cell, "messages", key, (message) => {
    const next = patchMeta(message._meta, meta);
    if (next === undefined) delete message._meta;
    else message._meta = next;
  });
}

/** A text block that carries nothing but its text. */
function isPlainText(block: ContentBlock): block is TextBlock {
  if (block.type !== "text") return false;
  for (const field in block) if (field !== "type" && field !== "text") return false;
  return true;
}
