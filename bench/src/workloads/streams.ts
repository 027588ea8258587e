import { createRandom } from "../wire/random.js";
import { announce, textItem } from "../wire/toolCalls.js";
import { toLine } from "../wire/update.js";
import { words } from "../wire/words.js";
import { scaled, type Size, WARM_UP, type Workload } from "./workload.js";

const CHUNKS = 50_000;

/** W2a: one tool call whose content comes in 50,000 pieces. Only version 2 can say that. */
export function oneToolCall(size: Size): Workload {
  const random = createRandom(size.seed);
  const sessionId = random.id("session-", 20);
  const toolCallId = random.id("toolu_", 24);
  const chunk = (): string =>
    toLine(sessionId, {
      sessionUpdate: "tool_call_content_chunk",
      toolCallId,
      content: textItem(words(random, 6)),
    });
  const setup = [toLine(sessionId, announce(2, toolCallId, random))];
  const lines = Array.from({ length: scaled(CHUNKS, size) }, chunk);
  return { name: "W2a", version: 2, setup, lines, warmUp: [...setup, ...lines.slice(0, WARM_UP)] };
}

/** W2b: one message in 50,000 pieces of text. */
export function oneMessage(size: Size): Workload {
  const random = createRandom(size.seed);
  const sessionId = random.id("session-", 20);
  const messageId = random.id("msg_", 24);
  const chunk = (): string =>
    toLine(sessionId, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: words(random, 3) },
      messageId,
    });
  const lines = Array.from({ length: scaled(CHUNKS, size) }, chunk);
  return { name: "W2b", version: 1, setup: [], lines, warmUp: lines.slice(0, WARM_UP) };
}
