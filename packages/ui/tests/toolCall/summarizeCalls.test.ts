import { createAcpStore, type ToolCall } from "@acp-store/core";
import { expect, it } from "vitest";
import { englishTexts } from "../../src/index.js";
import { type CallsSummary, summarizeCalls } from "../../src/toolCall/summarizeCalls.js";

const SESSION = "s1";

/** Summarizes the calls of these updates. */
function summarize(updates: readonly object[], protocolVersion: 1 | 2 = 1): CallsSummary {
  const store = createAcpStore({ protocolVersion, scheduler: "sync" });
  for (const [index, fields] of updates.entries())
    store.ingest({
      sessionId: SESSION,
      update: {
        sessionUpdate: protocolVersion === 1 ? "tool_call" : "tool_call_update",
        ...{ toolCallId: `call-${index}`, title: "Call", status: "completed", ...fields },
      },
    });
  const calls: ToolCall[] = [...(store.getState().sessions.get(SESSION)?.toolCalls.values() ?? [])];
  return summarizeCalls(calls, englishTexts.toolCallGroup);
}

const diffOf = (path: string): object => ({ type: "diff", path, oldText: "a\n", newText: "b\n" });

it("counts the edited files once, and the other calls by their kind", () => {
  const { title, content, others } = summarize([
    { kind: "read" },
    { kind: "edit", content: [diffOf("/a.ts"), diffOf("/b.ts")] },
    { kind: "edit", content: [diffOf("/a.ts")] },
    { kind: "delete", locations: [{ path: "/c.ts" }] },
    { kind: "search" },
    { kind: "search" },
    { kind: "execute" },
    { kind: "fetch" },
  ]);
  expect(title).toBe("3 files edited, 1 read, 2 searches, 1 command, 1 other call");
  expect(content).toHaveLength(3);
  expect(others).toEqual([]);
});

it("counts the files of the changes of version 2", () => {
  const changes = ["/a.ts", "/b.ts"].map((path) => ({ operation: "modify", path }));
  const { title } = summarize([{ kind: "edit", content: [{ type: "diff", changes }] }], 2);
  expect(title).toBe("2 files edited");
});

it("names only the number of calls while none is completed", () => {
  const { title, content, others } = summarize([
    { kind: "edit", status: "in_progress", content: [diffOf("/a.ts")] },
    { kind: "edit", status: "failed", content: [diffOf("/b.ts")] },
  ]);
  expect(title).toBe("2 tool calls");
  expect(content).toEqual([]);
  expect(others.map(({ label }) => label)).toEqual(["1 failed", "1 running"]);
});
