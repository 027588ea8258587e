import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ContentBlock } from "../state/content.js";
import type { Turn } from "../state/entities.js";
import type { SessionRecord } from "../state/tree.js";
import { firstOf, isRetold, lengthAfter, textOf } from "./echoedText.js";
import { messageKey } from "./messageKey.js";

/**
 * Whether the agent only sends back what the user wrote. Then nothing is added: the prompt is on
 * the screen already. The turn remembers how far the echo has come, since it may come in pieces.
 */
export function isEcho(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"message_chunk">,
): boolean {
  for (const turnId of session.fields.openTurns) {
    const turn = session.tables.turns.get(turnId);
    const prompt =
      turn?.promptId === undefined ? undefined : session.tables.messages.get(turn.promptId);
    if (turn === undefined || prompt === undefined || !mayEcho(turn, event)) continue;
    const length = echoedLength(prompt.content, event.content, turn.echo?.length ?? 0);
    if (length === undefined) continue;
    rememberEcho(tx, session, turn, event.messageId, length);
    return true;
  }
  return false;
}

/** Whether a chunk may be of the message that sends a turn's prompt back. */
function mayEcho({ echo }: Turn, { messageId, content }: EventOf<"message_chunk">): boolean {
  if (echo?.whole) return false;
  // White space alone is no proof.
  const isBlank = content.type === "text" && content.text.trim() === "";
  return echo?.messageId === messageId || (echo?.messageId === undefined && !isBlank);
}

/** How much text of the prompt has come back with this block; `undefined` if it is no echo. */
function echoedLength(
  prompt: readonly ContentBlock[],
  block: ContentBlock,
  before: number,
): number | undefined {
  if (block.type !== "text")
    return prompt.some((own) => shareStructure(own, block) === own) ? before : undefined;
  const text = textOf(prompt);
  if (before === 0 && isRetold(prompt, block.text)) return text.length;
  return lengthAfter(text, block.text, before);
}

function rememberEcho(
  tx: Transaction,
  session: SessionRecord,
  turn: Turn,
  messageId: string | undefined,
  length: number,
): void {
  tx.update(session, "turns", turn.turnId, (draft) => {
    draft.echo = shareStructure(turn.echo, {
      ...(messageId === undefined ? {} : { messageId }),
      length,
    });
  });
  if (messageId !== undefined) nameMessage(tx, session, turn, messageId);
}

/** The agent's id takes the place of the one that the store made up. */
function nameMessage(tx: Transaction, session: SessionRecord, turn: Turn, messageId: string): void {
  if (turn.promptId === undefined) return;
  tx.update(session, "messages", turn.promptId, (message) => {
    message.messageId = messageId;
  });
}

/** The prompt that an echo with this id belongs to. */
export function echoedPrompt(session: SessionRecord, messageId: string): string | undefined {
  return turnOfEcho(session, messageId)?.promptId;
}

function turnOfEcho(session: SessionRecord, messageId: string): Turn | undefined {
  for (const turn of session.tables.turns.snapshot().values()) {
    if (turn.echo?.messageId === messageId) return turn;
  }
  return undefined;
}

/**
 * The oldest prompt that nothing has come back of yet, if this message says the same. Another
 * client's message does not; one that the agent rewrote is known by the answer to the prompt.
 */
export function claimPrompt(
  tx: Transaction,
  session: SessionRecord,
  { messageId, content }: EventOf<"message">,
): string | undefined {
  for (const turnId of session.fields.openTurns) {
    const turn = session.tables.turns.get(turnId);
    if (turn?.promptId === undefined || turn.echo !== undefined) continue;
    const sent = session.tables.messages.get(turn.promptId)?.content;
    if (content && shareStructure(sent, content) !== sent) continue;
    acceptTurn(tx, session, turn, messageId);
    return turn.promptId;
  }
  return undefined;
}

/** A prompt that came back whole: later chunks add to it, they repeat nothing. */
export function completeEcho(
  tx: Transaction,
  session: SessionRecord,
  messageId: string,
  content: readonly ContentBlock[],
): void {
  const turn = turnOfEcho(session, messageId);
  if (turn === undefined) return;
  tx.update(session, "turns", turn.turnId, (draft) => {
    draft.echo = shareStructure(turn.echo, {
      messageId,
      length: textOf(content).length,
      whole: true,
    });
  });
}

/**
 * The agent goes on with the prompt's message otherwise than the prompt does: what has come back
 * is the message so far.
 */
export function endEcho(tx: Transaction, session: SessionRecord, messageId: string): void {
  const turn = turnOfEcho(session, messageId);
  if (turn?.promptId === undefined || turn.echo === undefined || turn.echo.whole) return;
  const sent = session.tables.messages.get(turn.promptId)?.content ?? [];
  const content = firstOf(sent, turn.echo.length);
  tx.update(session, "messages", turn.promptId, (message) => {
    message.content = shareStructure(sent, content) as typeof message.content;
  });
  completeEcho(tx, session, messageId, content);
}

/** The answer to a prompt names its message, which may have come back before or comes later. */
export function acceptPrompt(tx: Transaction, event: EventOf<"prompt_accepted">): void {
  const session = tx.session(event.sessionId);
  const turn = session.tables.turns.get(event.turnId);
  if (turn === undefined) return;
  const isKnown = turn.echo?.messageId !== undefined;
  acceptTurn(tx, session, turn, event.messageId);
  if (!isKnown) mergeRewritten(tx, session, turn, event.messageId);
}

/** What the agent made of the prompt came before its answer, as a message that stood on its own. */
function mergeRewritten(
  tx: Transaction,
  session: SessionRecord,
  { promptId }: Turn,
  messageId: string,
): void {
  const key = messageKey("user", messageId);
  const rewritten = session.tables.messages.get(key);
  if (rewritten === undefined || promptId === undefined) return;
  const { messageId: _messageId, role: _role, turnId: _turnId, ...said } = rewritten;
  tx.update(session, "messages", promptId, (message) => void Object.assign(message, said));
  tx.remove(session, "messages", key);
  tx.setTimeline(
    session,
    session.timeline.value().filter(({ type, id }) => type !== "message" || id !== key),
  );
  completeEcho(tx, session, messageId, rewritten.content);
}

function acceptTurn(tx: Transaction, session: SessionRecord, turn: Turn, messageId: string): void {
  const { echo } = turn;
  tx.update(session, "turns", turn.turnId, (draft) => {
    draft.accepted = true;
    if (echo?.messageId === undefined) draft.echo = { messageId, length: echo?.length ?? 0 };
  });
  if (echo?.messageId === undefined) nameMessage(tx, session, turn, messageId);
}
