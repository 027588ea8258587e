import { selectNestedTimeline } from "@acp-store/core";
import { expect, it } from "vitest";
import { text, trackedStore } from "../support/trackedStore.js";

const subagent = (sessionId: string) => ({ sessionUpdate: "subagent_update", sessionId });
const call = (toolCallId: string) => ({ sessionUpdate: "tool_call", toolCallId, title: "T" });

function withSubagent() {
  const store = trackedStore();
  store.update({ sessionUpdate: "agent_message_chunk", content: text("Let me see.") });
  store.update(subagent("child"));
  store.ingest({ sessionId: "child", update: call("inner") });
  store.update(call("outer"));
  const nested = () => selectNestedTimeline(store.getState(), "s1");
  return { store, nested };
}

it("nests the items of a subagent under it", () => {
  expect(withSubagent().nested()).toEqual([
    { type: "message", id: "agent:#1", run: 0, sessionId: "s1" },
    {
      type: "subagent",
      id: "child",
      sessionId: "s1",
      children: [{ type: "tool_call", id: "inner", sessionId: "child" }],
    },
    { type: "tool_call", id: "outer", sessionId: "s1" },
  ]);
});

it("keeps its reference until an item is added in one of the sessions", () => {
  const { store, nested } = withSubagent();
  const before = nested();
  store.ingest({
    sessionId: "child",
    update: { sessionUpdate: "tool_call_update", toolCallId: "inner", status: "completed" },
  });
  expect(nested()).toBe(before);
  store.ingest({ sessionId: "child", update: call("another") });
  expect(nested()).not.toBe(before);
  expect(nested()[1]?.children).toHaveLength(2);
});

it("stops when sessions name each other as subagents", () => {
  const { store, nested } = withSubagent();
  store.ingest({ sessionId: "child", update: subagent("s1") });
  expect(nested()[1]?.children?.at(-1)).toEqual({
    type: "subagent",
    id: "s1",
    sessionId: "child",
    children: [],
  });
});

it("returns an empty list for an unknown session", () => {
  const { store } = withSubagent();
  expect(selectNestedTimeline(store.getState(), "nobody")).toEqual([]);
});
