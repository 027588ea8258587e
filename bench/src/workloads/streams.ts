import { createRandom } from "../wire/random.js";
import { createToolCall, createTextContent } from "../wire/toolCalls.js";
import { formatLine } from "../wire/update.js";
import { createWords } from "../wire/words.js";
import { scaleCount, type WorkloadSize, WARM_UP_LINES, type Workload } from "./workload.js";

const STREAM_CHUNK_COUNT = 50_000;

/** Creates W2a: one tool call with content in 50,000 chunks, which only version 2 supports. */
export function createOneToolCallWorkload(size: WorkloadSize): Workload {
  const random = createRandom(size.seed);
  const sessionId = random.id("session-", 20);
  const toolCallId = random.id("toolu_", 24);
  const createLine = (): string =>
    formatLine(sessionId, {
      sessionUpdate: "tool_call_content_chunk",
      toolCallId,
      content: createTextContent(createWords(random, 6)),
    });
  const setup = [formatLine(sessionId, createToolCall(2, toolCallId, random))];
  const lines = Array.from({ length: scaleCount(STREAM_CHUNK_COUNT, size) }, createLine);
  return {
    name: "W2a",
    version: 2,
    setup,
    lines,
    warmUp: [...setup, ...lines.slice(0, WARM_UP_LINES)],
  };
}

/** Creates W2b: one message in 50,000 text chunks. */
export function createOneMessageWorkload(size: WorkloadSize): Workload {
  const random = createRandom(size.seed);
  const sessionId = random.id("session-", 20);
  const messageId = random.id("msg_", 24);
  const createLine = (): string =>
    formatLine(sessionId, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: createWords(random, 3) },
      messageId,
    });
  const lines = Array.from({ length: scaleCount(STREAM_CHUNK_COUNT, size) }, createLine);
  return { name: "W2b", version: 1, setup: [], lines, warmUp: lines.slice(0, WARM_UP_LINES) };
}
