import { selectMessages, selectPendingPermissions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observed, onlySession, prompted, recv, sent, updated } from "../support/frames.js";
import { session, text, type TrackedStore } from "../support/trackedStore.js";

const idle = updated({ sessionUpdate: "state_update", state: "idle", background: [] });
const accepted = (id: number, messageId: string) => recv({ id, result: { messageId } });
const running = updated({ sessionUpdate: "state_update", state: "running", background: [] });
const callsOf = (store: TrackedStore) =>
  [...session(store).toolCalls.values()].map(({ title, status }) => `${title} ${status}`);

describe("a transcript of version 2 (claude)", () => {
  const empty = (sessionUpdate: string, messageId: string) =>
    updated({ sessionUpdate, messageId, content: [] });
  const chunk = (sessionUpdate: string, messageId: string, words: string) =>
    updated({ sessionUpdate, messageId, content: text(words) });
  const replay = [
    sent({
      id: 4,
      method: "session/resume",
      params: { sessionId: "s1", cwd: "/p", mcpServers: [], replayFrom: { type: "start" } },
    }),
    empty("user_message", "u1"),
    chunk("user_message_chunk", "u1", "Fix the typo"),
    empty("agent_thought", "m1"),
    chunk("agent_thought_chunk", "m1", "A short plan."),
    empty("agent_message", "m1"),
    chunk("agent_message_chunk", "m1", "I will fix the typo."),
    updated({
      sessionUpdate: "tool_call_update",
      toolCallId: "t1",
      name: "Bash",
      title: "node src/index.js",
      kind: "execute",
      status: "pending",
      content: [{ type: "terminal", terminalId: "t1" }],
      locations: null,
      rawOutput: null,
      _meta: null,
    }),
    updated({ sessionUpdate: "terminal_update", terminalId: "t1", output: { data: "SGk=" } }),
    updated({ sessionUpdate: "terminal_update", terminalId: "t1", exitStatus: {} }),
    updated({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" }),
    idle,
    recv({ id: 4, result: { configOptions: [] } }),
  ] as const;
  const words = (store: TrackedStore) =>
    selectMessages(store.getState(), "s1").map(({ role, content }) => [role, ...content]);

  it("empties each message before it fills it", () => {
    expect(words(observed(2, ...replay))).toEqual([
      ["user", text("Fix the typo")],
      ["thought", text("A short plan.")],
      ["agent", text("I will fix the typo.")],
    ]);
  });

  it("shows a command that ended in a terminal", () => {
    const store = observed(2, ...replay);
    expect(callsOf(store)).toEqual(["node src/index.js completed"]);
    expect(session(store).terminals.get("t1")).toMatchObject({ output: "Hi", exitStatus: {} });
    expect(session(store).activity).toBe("idle");
  });

  it("doubles nothing when it comes a second time", () => {
    const store = observed(2, ...replay, ...replay);
    expect(words(store)).toEqual(words(observed(2, ...replay)));
    expect(session(store).timeline).toHaveLength(5);
  });
});

describe("a tool call that begins after the turn (claude, version 2)", () => {
  const late = updated({
    sessionUpdate: "tool_call_update",
    toolCallId: "late",
    title: "Write CHANGELOG.md",
    kind: "edit",
    status: "pending",
  });
  const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });
  const before = [prompted(2, "Fix it"), accepted(2, "u1"), running, idle, late] as const;

  it("belongs to no turn, and starts none", () => {
    const store = observed(2, ...before);
    expect(onlySession(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(onlySession(store).toolCalls.get("late")).not.toHaveProperty("turnId");
  });

  it("ends with the next turn that is cancelled", () => {
    const store = observed(2, ...before, prompted(3, "Go on"), accepted(3, "u2"), running, cancel);
    expect(callsOf(store)).toEqual(["Write CHANGELOG.md cancelled"]);
  });
});

describe("an offer of version 2", () => {
  it("is answered with version 1 by agents that have no more (gemini, opencode)", () => {
    const params = { protocolVersion: 2, info: { name: "x", version: "1" }, capabilities: {} };
    const result = { protocolVersion: 1, agentInfo: { name: "OpenCode", version: "1.18.33" } };
    const toolCall = { toolCallId: "t1", title: "greet.js" };
    const store = observed(
      1,
      sent({ id: 0, method: "initialize", params }),
      recv({ id: 0, result }),
      recv({
        id: 1,
        method: "session/request_permission",
        params: { sessionId: "s1", toolCall, options: [] },
      }),
    );
    expect(store.getState()).toMatchObject({
      protocolVersion: 1,
      agent: { info: result.agentInfo },
    });
    expect(selectPendingPermissions(store.getState())).toMatchObject([{ toolCallId: "t1" }]);
  });
});
