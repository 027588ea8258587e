import type { Transaction } from "../commit/transaction.js";
import type { ContentBlock } from "../state/content.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import { appendBlock, isPlainText } from "./contentBlocks.js";

// A message is one entity, but other timeline items may appear while it is streamed. Each part of it
// that is not interrupted is a run with its own timeline item.

/**
 * Appends a block to a message. If another timeline item has appeared since the last block, the block
 * starts a new run.
 */
export function appendToMessage(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  block: ContentBlock,
): void {
  const { messages } = session.tables;
  const { last } = session.timeline;
  if (last?.type === "message" && last.id === key)
    return appendBlock(tx, messages, key, "content", block);
  if (messages.has(key) && !(isPlainText(block) && block.text === ""))
    startRun(tx, session, key, block);
}

/** Appends a block to a message as the start of a new run. */
export function startRun(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  block: ContentBlock,
): void {
  const { messages } = session.tables;
  const run = messages.listLength(key, "runStarts") + 1;
  tx.append(messages, key, "content", block, "runStarts");
  tx.addTimelineItem(session, { type: "message", id: key, run });
}

/**
 * Replaces the whole content of a message. A run stays if the blocks before it stay the same, because
 * only then its position in the new content is known.
 */
export function replaceContent(
  tx: Transaction,
  session: SessionRecord,
  key: string,
  sent: readonly ContentBlock[],
): void {
  const { messages } = session.tables;
  const message = messages.get(key);
  if (message === undefined) return;
  const content = shareStructure(message.content, sent);
  if (content === message.content) return;
  const changedAt = message.content.findIndex((block, index) => block !== content[index]);
  const { runStarts = [] } = message;
  const kept = runStarts.filter(
    (start) => start < content.length && (changedAt === -1 || start <= changedAt),
  );
  tx.setFields(messages, key, [["content", content]]);
  if (kept.length === runStarts.length) return;
  tx.setFields(messages, key, [["runStarts", kept.length === 0 ? undefined : kept]]);
  const timeline = session.timeline.value();
  tx.setTimeline(
    session,
    timeline.filter(
      (item) => item.type !== "message" || item.id !== key || item.run <= kept.length,
    ),
  );
}
