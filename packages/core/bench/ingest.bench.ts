import { createAcpStore } from "@acp-store/core";
import { bench, describe } from "vitest";

// Each contestant does the same work in one run, so that the ratio to the floor means something
// on any machine: the floor is JSON.parse of the same line and a mutation of a plain Map.

const text = (value: string) => ({ type: "text", text: value });

function* session(): Generator<object> {
  for (let n = 0; n < 4000; n++) {
    if (n % 20 === 0) yield* toolCall(n / 20);
    if (n % 100 === 0) yield plan(n);
    yield { sessionUpdate: "agent_message_chunk", content: text(`some words ${n} `) };
  }
}

function* toolCall(n: number): Generator<object> {
  const toolCallId = `call_${n}`;
  yield { sessionUpdate: "tool_call", toolCallId, title: `Read file ${n}`, kind: "read" };
  for (let step = 1; step < 8; step++) {
    yield {
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: step < 7 ? "in_progress" : "completed",
      content: [{ type: "content", content: text(`line ${step}`) }],
    };
  }
}

function plan(n: number): object {
  const entries = Array.from({ length: 20 }, (_, step) => ({
    content: `Step ${step}`,
    priority: "high",
    status: step < n / 200 ? "completed" : "pending",
  }));
  return { sessionUpdate: "plan", entries };
}

const lines = (updates: Iterable<object>): string[] =>
  Array.from(updates, (update) => JSON.stringify({ sessionId: "s1", update }));

const workloads: Record<string, string[]> = {
  "a session of tool calls, plans and text": lines(session()),
  "one message in 5,000 pieces": lines(
    Array.from({ length: 5000 }, (_, n) => ({
      sessionUpdate: "agent_message_chunk",
      messageId: "m1",
      content: text(`chunk ${n} `),
    })),
  ),
};

function runStore(input: readonly string[], inspected: boolean): void {
  const store = createAcpStore({ scheduler: "sync" });
  if (inspected) store.inspect(() => {});
  for (const line of input) {
    store.ingest(JSON.parse(line));
    store.getState();
  }
}

function runFloor(input: readonly string[]): void {
  const entities = new Map<unknown, Record<string, unknown>>();
  for (const line of input) {
    const { update } = JSON.parse(line) as { update: Record<string, unknown> };
    const key = update["toolCallId"] ?? update["sessionUpdate"];
    entities.set(key, Object.assign(entities.get(key) ?? {}, update));
  }
}

describe.each(Object.entries(workloads))("%s", (_name, input) => {
  bench("the floor", () => runFloor(input));
  bench("the store", () => runStore(input, false));
  bench("the store, inspected", () => runStore(input, true));
});
