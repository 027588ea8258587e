import { selectPlan, selectTerminal, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { codes, session, text, trackedStore, asSent } from "../../support/trackedStore.js";
import { afterV2, trackedV2 } from "../../support/version2.js";

const content = text("Hi");
const item = { type: "content", content };

const APPLIED: [Record<string, unknown>, object][] = [
  [
    { sessionUpdate: "tool_call_content_chunk", toolCallId: "c1", content: item },
    { toolCalls: [{ toolCallId: "c1", content: [item] }] },
  ],
  [
    { sessionUpdate: "agent_message", messageId: "m", content: [content] },
    { messages: [{ role: "agent", content: [content] }] },
  ],
  [
    { sessionUpdate: "agent_thought", messageId: "m", content: [content] },
    { messages: [{ role: "thought", content: [content] }] },
  ],
  [
    { sessionUpdate: "user_message", messageId: "m", content: [content] },
    { messages: [{ role: "user", content: [content] }] },
  ],
  [
    { sessionUpdate: "terminal_update", terminalId: "t1", command: "ls" },
    { terminals: [{ terminalId: "t1", command: "ls" }] },
  ],
  [
    { sessionUpdate: "terminal_output_chunk", terminalId: "t1", data: "aGk=" },
    { terminals: [{ terminalId: "t1", output: "hi" }] },
  ],
];

describe("a version 1 store that receives version 2 messages", () => {
  it.each(APPLIED)("applies %o", (update, expected) => {
    const store = trackedStore();
    const result = store.update(update);
    expect(result.accepted).toBe(true);
    expect(codes(result)).toEqual(["version_mismatch"]);
    expect(result.diagnostics[0]).toMatchObject({
      path: ["update", "sessionUpdate"],
      value: update["sessionUpdate"],
    });
    const { toolCalls, messages, terminals } = session(store);
    const found = { toolCalls, messages, terminals };
    const lists = Object.entries(found).map(([name, table]) => [name, [...table.values()]]);
    expect(Object.fromEntries(lists)).toMatchObject(expected);
  });

  it("reports a version mismatch", () => {
    const { diagnostics } = trackedStore().update({
      sessionUpdate: "user_message",
      messageId: "m",
    });
    expect(diagnostics).toEqual([
      {
        code: "version_mismatch",
        path: ["update", "sessionUpdate"],
        message:
          '"user_message" does not belong to protocol version 1, which the client and the agent agreed on. It was applied.',
        value: "user_message",
      },
    ]);
  });

  it("stores plans by id", () => {
    const store = trackedStore();
    const plan = { type: "markdown", planId: "p", content: "#" };
    expect(store.update({ sessionUpdate: "plan_update", plan }).accepted).toBe(true);
    expect(asSent(selectPlan(store.getState(), "s1"))).toEqual(plan);
    expect(store.update({ sessionUpdate: "plan_removed", planId: "p" }).accepted).toBe(true);
    expect(selectPlan(store.getState(), "s1")).toBeUndefined();
  });

  it("ignores a state_update, which could contradict its turns", () => {
    const store = trackedStore();
    store.startTurn("s1");
    const result = store.update({ sessionUpdate: "state_update", state: "idle" });
    expect(codes(result)).toEqual(["unknown_update"]);
    expect(session(store).activity).toBe("running");
  });
});

describe("a version 2 store that receives version 1 messages", () => {
  it("creates a tool call", () => {
    const store = trackedV2();
    const result = store.update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Run" });
    expect(codes(result)).toEqual(["version_mismatch"]);
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      title: "Run",
      status: "pending",
    });
  });

  it("treats tool_call for a known call as an update", () => {
    const store = afterV2({
      sessionUpdate: "tool_call_update",
      toolCallId: "c1",
      status: "in_progress",
      content: [item],
    });
    const result = store.update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Run" });
    expect(codes(result)).toContain("version_mismatch");
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      title: "Run",
      status: "in_progress",
      content: [item],
    });
  });

  it("stores the plan as main", () => {
    const store = trackedV2();
    const entries = [{ content: "a", priority: "low", status: "pending" }];
    expect(codes(store.update({ sessionUpdate: "plan", entries }))).toEqual(["version_mismatch"]);
    expect(asSent(selectPlan(store.getState(), "s1"))).toEqual({
      planId: "main",
      type: "items",
      entries,
    });
  });

  it("changes the mode", () => {
    const store = trackedV2();
    const result = store.update({ sessionUpdate: "current_mode_update", currentModeId: "plan" });
    expect(codes(result)).toEqual(["version_mismatch"]);
    expect(session(store).modes?.currentModeId).toBe("plan");
  });

  it("ignores terminals in the metadata of updates", () => {
    const _meta = { terminal_output: { terminal_id: "t1", data: "hi" } };
    const store = afterV2({ sessionUpdate: "tool_call_update", toolCallId: "c1", _meta });
    expect(selectTerminal(store.getState(), "s1", "t1")).toBeUndefined();
    expect(selectToolCall(store.getState(), "s1", "c1")?._meta).toEqual(_meta);
  });
});

describe("a tool_call in version 2", () => {
  const call = (fields: object) => ({ sessionUpdate: "tool_call", toolCallId: "c1", ...fields });

  it("is an upsert and is reported once per message", () => {
    const store = trackedV2();
    const results = [call({ title: "Read", kind: "read" }), call({ title: null })].map((update) =>
      store.update(update),
    );
    expect(results.map(codes)).toEqual([["version_mismatch"], ["version_mismatch"]]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({ kind: "read" });
    expect(session(store).toolCalls.get("c1")).not.toHaveProperty("title");
  });
});
