import { writeFileSync } from "node:fs";
import { join } from "node:path";
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

/** Writes files with the given number of lines into a folder. Creates the updates of a tool call for each. */
export function* createEditUpdates(
  folder: string,
  count: number,
  lines: number,
  random: Random,
): Generator<ToolCallUpdate> {
  for (let edit = 0; edit < count; edit++) {
    const path = join(folder, `${random.id("file", 6)}.ts`);
    yield* writeFile(path, null, createLines(lines, random), random);
  }
}

/** Replaces all lines of a file in a folder. Creates the updates of the tool call. */
export function createRewriteUpdates(
  folder: string,
  lines: number,
  random: Random,
): Generator<ToolCallUpdate> {
  const path = join(folder, `${random.id("file", 6)}.ts`);
  const oldText = createLines(lines, random);
  writeFileSync(path, oldText);
  return writeFile(path, oldText, createLines(lines, random), random);
}

function* writeFile(
  path: string,
  oldText: string | null,
  newText: string,
  random: Random,
): Generator<ToolCallUpdate> {
  const toolCallId = random.id("toolu_", 12);
  const content = [{ type: "diff", path, oldText, newText }];
  const fields = { kind: "edit", title: `Write ${path}`, locations: [{ path }], content };
  yield { sessionUpdate: "tool_call", toolCallId, status: "pending", ...fields };
  yield { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" };
  writeFileSync(path, newText);
  yield { sessionUpdate: "tool_call_update", toolCallId, status: "completed" };
}

/** Returns lines of code, no two of which are the same. */
function createLines(count: number, random: Random): string {
  const line = (): string =>
    `export const ${random.id("value", 4)} = "${createWords(random, 4).replaceAll("\n", "")}";\n`;
  return Array.from({ length: count }, line).join("");
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
