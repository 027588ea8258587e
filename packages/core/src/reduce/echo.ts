import { removeEntity } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { ContentBlock } from "../state/content.js";
import { echoKey } from "../state/indexKeys.js";
import type { Message } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { PromptEcho, StoredTurn } from "../state/storedEntities.js";
import { contentUpTo, isRetoldPrompt, lengthAfter, textOfContent } from "./echoText.js";
import { messageKey } from "./messageKey.js";

/** A message of the user that the agent may echo: the prompt of a turn, or one that steered it. */
interface ExpectedEcho {
  readonly turn: StoredTurn;
  /** The key of the message. */
  readonly promptId: string;
  readonly echo: PromptEcho | undefined;
}

function expectedEchoes(turn: StoredTurn | undefined): readonly ExpectedEcho[] {
  if (turn === undefined) return [];
  const { promptId, echo, steered = [] } = turn;
  const prompt = promptId === undefined ? [] : [{ turn, promptId, echo }];
  return [
    ...prompt,
    ...steered.map((each) => ({ turn, promptId: each.promptId, echo: each.echo })),
  ];
}

/**
 * Returns whether a chunk only repeats what the user wrote. The message is already shown, so nothing
 * is added. The turn remembers how much was echoed, since an echo may arrive in several chunks.
 */
export function consumeEcho(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"message_chunk">,
): boolean {
  for (const turnId of session.fields.openTurns) {
    for (const expected of expectedEchoes(session.tables.turns.get(turnId))) {
      const message = session.tables.messages.get(expected.promptId);
      if (message === undefined || !mayBeEcho(expected, event)) continue;
      const before = expected.echo?.length ?? 0;
      const length = echoedLength(sentContent(message), event.content, before);
      if (length === undefined) continue;
      const { messageId } = event;
      rememberEcho(tx, session, expected, {
        ...(messageId !== undefined && { messageId }),
        length,
      });
      if (messageId !== undefined) assignMessageId(tx, session, expected.promptId, messageId);
      return true;
    }
  }
  return false;
}

/** Returns the content that was sent to the agent for a message of the user. */
function sentContent({ sent, content }: Message): readonly ContentBlock[] {
  return sent ?? content;
}

/** Returns whether a chunk may be part of an echo. White space alone does not start one. */
function mayBeEcho(
  { echo }: ExpectedEcho,
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
  { turn, promptId, echo: before }: ExpectedEcho,
  sent: PromptEcho,
): void {
  const echo = shareStructure(before, sent);
  if (echo === before) return;
  const isSteering = promptId !== turn.promptId;
  const steered = turn.steered?.map((each) =>
    each.promptId === promptId ? { ...each, echo } : each,
  );
  tx.setFields(session.tables.turns, turn.turnId, [
    isSteering ? ["steered", steered] : ["echo", echo],
  ]);
}

/** Replaces the made-up id of a message with the id the agent gave it. */
function assignMessageId(
  tx: Transaction,
  session: SessionRecord,
  promptId: string,
  messageId: string,
): void {
  tx.update(session.tables.messages, promptId, (message) => {
    message.messageId = messageId;
  });
}

/** Returns the key of the message of the user that was echoed under a message id. */
export function echoedPrompt(session: SessionRecord, messageId: string): string | undefined {
  return findEcho(session, messageId)?.promptId;
}

function findEcho(session: SessionRecord, messageId: string): ExpectedEcho | undefined {
  const { turns } = session.tables;
  for (const turnId of turns.idsWith(echoKey(messageId)))
    return expectedEchoes(turns.get(turnId)).find(({ echo }) => echo?.messageId === messageId);
  return undefined;
}

/**
 * Returns the key of the oldest prompt or steering message that has no echo yet, if this message has the same
 * content, and accepts the turn of a prompt. A message from another client does not match. A prompt that the agent has
 * rewritten is recognized by the response to the prompt.
 */
export function claimPrompt(
  tx: Transaction,
  session: SessionRecord,
  { messageId, content }: EventOf<"message">,
): string | undefined {
  for (const turnId of session.fields.openTurns) {
    for (const expected of expectedEchoes(session.tables.turns.get(turnId))) {
      const { turn, promptId, echo } = expected;
      if (echo !== undefined) continue;
      const message = session.tables.messages.get(promptId);
      const sent = message && sentContent(message);
      if (content && shareStructure(sent, content) !== sent) continue;
      if (promptId === turn.promptId) acceptTurn(tx, session, turn, messageId);
      else takeMessageId(tx, session, expected, messageId);
      return promptId;
    }
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
  const expected = findEcho(session, messageId);
  if (expected === undefined) return;
  const { length } = textOfContent(content);
  rememberEcho(tx, session, expected, { messageId, length, whole: true });
}

/**
 * Ends an echo that continues differently from the prompt: the message becomes what was echoed so
 * far.
 */
export function endEcho(tx: Transaction, session: SessionRecord, messageId: string): void {
  const { promptId, echo } = findEcho(session, messageId) ?? {};
  if (promptId === undefined || echo === undefined || echo.whole) return;
  const sent = session.tables.messages.get(promptId)?.content ?? [];
  const content = contentUpTo(sent, echo.length);
  tx.update(session.tables.messages, promptId, (message) => {
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
  tx.update(session.tables.turns, turn.turnId, (draft) => {
    draft.accepted = true;
  });
  const [expected] = expectedEchoes(session.tables.turns.get(turn.turnId));
  if (messageId !== undefined && expected !== undefined && expected.promptId === turn.promptId)
    takeMessageId(tx, session, expected, messageId);
}

/** Gives a message the agent's id, unless its echo has given it one before. */
function takeMessageId(
  tx: Transaction,
  session: SessionRecord,
  expected: ExpectedEcho,
  messageId: string,
): void {
  if (expected.echo?.messageId !== undefined) return;
  rememberEcho(tx, session, expected, { messageId, length: expected.echo?.length ?? 0 });
  assignMessageId(tx, session, expected.promptId, messageId);
}
