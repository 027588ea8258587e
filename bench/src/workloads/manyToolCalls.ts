import { createRandom, type Random } from "../wire/random.js";
import { announce, textItem } from "../wire/toolCalls.js";
import { toLine, type ToolCallUpdate } from "../wire/update.js";
import { words } from "../wire/words.js";
import { scaled, type Size, WARM_UP, type Workload } from "./workload.js";

const UPDATES = 10_000;
const WARM_UP_CALLS = 500;

/** W3: 10,000 updates to random tool calls, of which `count` are there. */
export function manyToolCalls(label: string, count: number, size: Size): Workload {
  const random = createRandom(size.seed);
  const warm = callsAndUpdates(scaled(WARM_UP_CALLS, size), scaled(WARM_UP, size), random);
  const all = callsAndUpdates(scaled(count, size), scaled(UPDATES, size), random);
  const warmUp = [...warm.calls, ...warm.updates];
  return { name: `W3@${label}`, version: 1, setup: all.calls, lines: all.updates, warmUp };
}

interface CallsAndUpdates {
  readonly calls: readonly string[];
  readonly updates: readonly string[];
}

function callsAndUpdates(calls: number, updates: number, random: Random): CallsAndUpdates {
  const sessionId = random.id("session-", 20);
  const ids = Array.from({ length: calls }, () => random.id("toolu_", 24));
  const anyId = (): string => ids[random.below(ids.length)] ?? "";
  return {
    calls: ids.map((id) => toLine(sessionId, announce(1, id, random))),
    updates: Array.from({ length: updates }, (_, number) =>
      toLine(sessionId, update(anyId(), number, random)),
    ),
  };
}

function update(toolCallId: string, number: number, random: Random): ToolCallUpdate {
  const base = { sessionUpdate: "tool_call_update", toolCallId } as const;
  if (number % 3 === 0) return { ...base, status: "in_progress", title: words(random, 4) };
  if (number % 3 === 1) return { ...base, content: [textItem(words(random, 10))] };
  return { ...base, rawOutput: { text: words(random, 4), number } };
}
