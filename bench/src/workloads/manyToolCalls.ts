import { createRandom, type Random } from "../wire/random.js";
import { createToolCall, createTextContent } from "../wire/toolCalls.js";
import { formatLine, type ToolCallUpdate } from "../wire/update.js";
import { createWords } from "../wire/words.js";
import { scaleCount, type WorkloadSize, WARM_UP_LINES, type Workload } from "./workload.js";

const TOOL_CALL_UPDATE_COUNT = 10_000;
const WARM_UP_CALL_COUNT = 500;

/** Creates W3: 10,000 updates to random tool calls in a session that has `count` of them. */
export function createManyToolCallsWorkload(
  label: string,
  count: number,
  size: WorkloadSize,
): Workload {
  const random = createRandom(size.seed);
  const warm = createCallsAndUpdates(
    scaleCount(WARM_UP_CALL_COUNT, size),
    scaleCount(WARM_UP_LINES, size),
    random,
  );
  const all = createCallsAndUpdates(
    scaleCount(count, size),
    scaleCount(TOOL_CALL_UPDATE_COUNT, size),
    random,
  );
  const warmUp = [...warm.calls, ...warm.updates];
  return { name: `W3@${label}`, version: 1, setup: all.calls, lines: all.updates, warmUp };
}

/** The lines that create tool calls, and the lines that update them. */
interface CallsAndUpdates {
  readonly calls: readonly string[];
  readonly updates: readonly string[];
}

function createCallsAndUpdates(calls: number, updates: number, random: Random): CallsAndUpdates {
  const sessionId = random.id("session-", 20);
  const ids = Array.from({ length: calls }, () => random.id("toolu_", 24));
  const randomId = (): string => ids[random.below(ids.length)] ?? "";
  return {
    calls: ids.map((id) => formatLine(sessionId, createToolCall(1, id, random))),
    updates: Array.from({ length: updates }, (_, number) =>
      formatLine(sessionId, createUpdate(randomId(), number, random)),
    ),
  };
}

function createUpdate(toolCallId: string, number: number, random: Random): ToolCallUpdate {
  const base = { sessionUpdate: "tool_call_update", toolCallId } as const;
  if (number % 3 === 0) return { ...base, status: "in_progress", title: createWords(random, 4) };
  if (number % 3 === 1) return { ...base, content: [createTextContent(createWords(random, 10))] };
  return { ...base, rawOutput: { text: createWords(random, 4), number } };
}
