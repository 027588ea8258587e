import type { Random } from "../wire/random.js";
import { createToolCallUpdates } from "../wire/toolCalls.js";
import type { MessageChunk, ToolCallUpdate } from "../wire/update.js";
import { createWords } from "../wire/words.js";

const ANSWER_COUNT = 12;

/** Creates an endless answer: Markdown messages in chunks of three words, with tool calls between. */
export function* createStreamUpdates(random: Random): Generator<MessageChunk | ToolCallUpdate> {
  for (let number = 0; ; number++) {
    yield* createMessageChunks(random, `stream-${number}`);
    yield* createToolCallUpdates(1, random.id("toolu_", 12), random);
  }
}

/** Creates the updates of a conversation with the given number of messages and tool calls. */
export function* createHistoryUpdates(
  items: number,
  random: Random,
): Generator<MessageChunk | ToolCallUpdate> {
  for (let item = 0; item < items; item++) {
    if (item % 5 === 0) yield createChunk(`history-${item}`, createSection(random));
    else yield* createToolCallUpdates(1, random.id("toolu_", 12), random);
  }
}

/** Creates a message of several screens: headings, paragraphs, lists, tables and code. */
function* createMessageChunks(random: Random, messageId: string): Generator<MessageChunk> {
  for (let section = 0; section < ANSWER_COUNT; section++)
    for (const [text] of createSection(random).matchAll(/(?:\S+\s*){1,3}/g))
      yield createChunk(messageId, text);
}

/** Returns one section of Markdown. */
function createSection(random: Random): string {
  const words = (count: number): string => createWords(random, count).replaceAll("\n", "").trim();
  return `## ${words(3)}

${words(40)} **${words(2)}** and [${words(2)}](https://example.com/docs).

- ${words(8)}
- ${words(8)}
- ${words(8)}

| file | change |
| --- | --- |
| ${words(1)} | ${words(6)} |
| ${words(1)} | ${words(6)} |

\`\`\`ts
export function ${random.id("total", 4)}(items: readonly Item[]): number {
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}
\`\`\`

`;
}

/** Creates a chunk of a message of the agent. */
export function createChunk(messageId: string, text: string): MessageChunk {
  return {
    sessionUpdate: "agent_message_chunk",
    messageId,
    content: { type: "text", text },
  };
}
