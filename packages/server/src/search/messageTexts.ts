import type { Message, Session } from "@acp-store/core";

/** The text of a message of the user or the agent. */
export interface MessageText {
  /** The key of the message in the `messages` of its session. */
  readonly messageKey: string;
  readonly role: "agent" | "user";
  readonly createdAt: number;
  /** All text blocks. */
  readonly text: string;
  /** The positions in the text at which the second and each later run starts. */
  readonly runStarts: readonly number[];
}

/** Yields the messages of a session that have text, the newest first. */
export function* listMessageTexts({ messages }: Pick<Session, "messages">): Generator<MessageText> {
  for (const [messageKey, message] of [...messages].reverse()) {
    const { role, createdAt } = message;
    if (role !== "agent" && role !== "user") continue;
    const text = joinBlocks(message);
    if (text.text !== "") yield { messageKey, role, createdAt, ...text };
  }
}

function joinBlocks({
  content,
  runStarts: starts = [],
}: Message): Pick<MessageText, "runStarts" | "text"> {
  const runStarts: number[] = [];
  let text = "";
  for (const [index, block] of content.entries()) {
    if (starts[runStarts.length] === index) runStarts.push(text.length);
    // Words of two blocks are not one word.
    if (block.type === "text") text += `${block.text}\n`;
  }
  return { text, runStarts };
}
