import { removeEntity } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { ContentBlock } from "../state/content.js";
import { echoKey } from "../state/indexKeys.js";
import type { Message } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { StoredTurn } from "../state/storedEntities.js";
import { contentUpTo, isRetoldPrompt, lengthAfter, textOfContent } from "./echoText.js";
import { messageKey } from "./messageKey.js";

/**
 * Returns whether a chunk only repeats what the user wrote. The prompt is already shown, so nothing
 * is added. The turn remembers how much was echoed, since an echo may arrive in several chunks.
 */
export function consumeEcho(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"message_chunk">,
): boolean {
  for (const turnId of session.fields.openTurns) {
    const turn = session.tables.turns.get(turnId);
    const prompt =
      turn?.promptId === undefined ? undefined : session.tables.messages.get(turn.promptId);
    if (turn === undefined || prompt === undefined || !mayBeEcho(turn, event)) continue;
    const length = echoedLength(sentContent(prompt), event.content, turn.echo?.length ?? 0);
    if (length === undefined) continue;
    rememberEcho(tx, session, turn, event.messageId, length);
    return true;
  }
  return false;
}

/** Returns the content that was sent to the agent for a message of the user. */
function sentContent({ sent, content }: Message): readonly ContentBlock[] {
  return sent ?? content;
}

/** Returns whether a chunk may be part of the echo of a turn. White space alone does not start one. */
function mayBeEcho(
  { echo }: StoredTurn,
  { messageId, content }: EventOf<"message_chunk">,
): boolean {
  if (echo?.whole) return false;
  const isBlank = content.type === "text" && content.text.trim() === "";
  return echo?.messageId === messageId || (echo?.messageId === undefined && !isBlank);
}

/** Returns the length of the echoed text including this block; `undefined` if it is not an echo. */
function echoedLength(
  prompt: readonly ContentBlock[],
  block: ContentBlock,
  before: number,
): number | undefined {
  if (block.type !== "text")
    return prompt.some((own) => shareStructure(own, block) === own) ? before : undefined;
  const text = textOfContent(prompt);
  if (before === 0 && isRetoldPrompt(prompt, block.text)) return text.length;
  return lengthAfter(text, block.text, before);
}

function rememberEcho(
  tx: Transaction,
  session: SessionRecord,
  turn: StoredTurn,
  messageId: string | undefined,
  length: number,
): void {
  tx.update(session.tables.turns, turn.turnId, (draft) => {
    draft.echo = shareStructure(turn.echo, {
      ...(messageId !== undefined && { messageId }),
      length,
    });
  });
  if (messageId !== undefined) assignMessageId(tx, session, turn, messageId);
}

/** Replaces the made-up id of a prompt's message with the id the agent gave it. */
function assignMessageId(
  tx: Transaction,
  session: SessionRecord,
  turn: StoredTurn,
  messageId: string,
): void {
  if (turn.promptId === undefined) return;
  tx.update(session.tables.messages, turn.promptId, (message) => {
    message.messageId = messageId;
  });
}

/** Returns the key of the prompt that was echoed under a message id. */
export function echoedPrompt(session: SessionRecord, messageId: string): string | undefined {
  return turnEchoedAs(session, messageId)?.promptId;
}

function turnEchoedAs(session: SessionRecord, messageId: string): StoredTurn | undefined {
  const { turns } = session.tables;
  for (const turnId of turns.idsWith(echoKey(messageId))) return turns.get(turnId);
  return undefined;
}

/**
 * Returns the key of the oldest prompt that has no echo yet, if this message has the same content,
 * and accepts its turn. A message from another client does not match. A prompt that the agent has
 * rewritten is recognized by the response to the prompt.
 */
export function claimPrompt(
  tx: Transaction,
  session: SessionRecord,
  { messageId, content }: EventOf<"message">,
): string | undefined {
  for (const turnId of session.fields.openTurns) {
    const turn = session.tables.turns.get(turnId);
    if (turn?.promptId === undefined || turn.echo !== undefined) continue;
    const prompt = session.tables.messages.get(turn.promptId);
    const sent = prompt && sentContent(prompt);
    if (content && shareStructure(sent, content) !== sent) continue;
    acceptTurn(tx, session, turn, messageId);
    return turn.promptId;
  }
  return undefined;
}

/** Marks an echo as complete: later chunks with its id are new text. */
export function completeEcho(
  tx: Transaction,
  session: SessionRecord,
  messageId: string,
  content: readonly ContentBlock[],
): void {
  const turn = turnEchoedAs(session, messageId);
  if (turn === undefined) return;
  tx.update(session.tables.turns, turn.turnId, (draft) => {
    draft.echo = shareStructure(turn.echo, {
      messageId,
      length: textOfContent(content).length,
      whole: true,
    });
  });
}

/**
 * Ends an echo that continues differently from the prompt: the message becomes what was echoed so
 * far.
 */
export function endEcho(tx: Transaction, session: SessionRecord, messageId: string): void {
  const turn = turnEchoedAs(session, messageId);
  if (turn?.promptId === undefined || turn.echo === undefined || turn.echo.whole) return;
  const sent = session.tables.messages.get(turn.promptId)?.content ?? [];
  const content = contentUpTo(sent, turn.echo.length);
  tx.update(session.tables.messages, turn.promptId, (message) => {
    message.content = shareStructure(sent, content) as typeof message.content;
  });
  completeEcho(tx, session, messageId, content);
}

/** Accepts a prompt under the message id of its response. Its message may have arrived before. */
export function acceptPrompt(tx: Transaction, event: EventOf<"prompt_accepted">): void {
  const session = tx.session(event.sessionId);
  const turn = session.tables.turns.get(event.turnId);
  if (turn === undefined) return;
  const hasEcho = turn.echo?.messageId !== undefined;
  acceptTurn(tx, session, turn, event.messageId);
  if (!hasEcho && event.messageId !== undefined)
    mergeRewrittenPrompt(tx, session, turn, event.messageId);
}

/** Merges a prompt that the agent rewrote, and sent before the response, into the prompt's message. */
function mergeRewrittenPrompt(
  tx: Transaction,
  session: SessionRecord,
  { promptId }: StoredTurn,
  messageId: string,
): void {
  const key = messageKey("user", messageId);
  const rewritten = session.tables.messages.get(key);
  if (rewritten === undefined || promptId === undefined) return;
  const { messageId: _messageId, role: _role, turnId: _turnId, content, ...rest } = rewritten;
  const { createdAt: _createdAt, updatedAt: _updatedAt, runStarts: _runStarts, ...fields } = rest;
  tx.update(session.tables.messages, promptId, (message) => {
    Object.assign(message, fields, message.sent === undefined && { content });
  });
  removeEntity(tx, session.tables.messages, key);
  completeEcho(tx, session, messageId, content);
}

function acceptTurn(
  tx: Transaction,
  session: SessionRecord,
  turn: StoredTurn,
  messageId: string | undefined,
): void {
  const { echo } = turn;
  const isNewId = messageId !== undefined && echo?.messageId === undefined;
  tx.update(session.tables.turns, turn.turnId, (draft) => {
    draft.accepted = true;
    if (isNewId) draft.echo = { messageId, length: echo?.length ?? 0 };
  });
  if (isNewId) assignMessageId(tx, session, turn, messageId);
}
