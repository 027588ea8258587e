import { selectMessages, selectPendingPermissions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, onlySession, prompted, recv, sent, updated } from "../support/frames.js";
import { session, text, type TrackedStore } from "../support/trackedStore.js";

const idle = updated({ sessionUpdate: "state_update", state: "idle", background: [] });
const promptAccepted = (id: number, messageId: string) => recv({ id, result: { messageId } });
const running = updated({ sessionUpdate: "state_update", state: "running", background: [] });
const callStatuses = (store: TrackedStore) =>
  [...session(store).toolCalls.values()].map(({ title, status }) => `${title} ${status}`);

describe("a version 2 transcript (claude)", () => {
  const empty = (sessionUpdate: string, messageId: string) =>
    updated({ sessionUpdate, messageId, content: [] });
  const chunk = (sessionUpdate: string, messageId: string, value: string) =>
    updated({ sessionUpdate, messageId, content: text(value) });
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
  const messageBlocks = (store: TrackedStore) =>
    selectMessages(store.getState(), "s1").map(({ role, content }) => [role, ...content]);

  it("rebuilds messages that start empty", () => {
    expect(messageBlocks(storeAfterFrames(2, ...replay))).toEqual([
      ["user", text("Fix the typo")],
      ["thought", text("A short plan.")],
      ["agent", text("I will fix the typo.")],
    ]);
  });

  it("shows a command that has ended and its terminal", () => {
    const store = storeAfterFrames(2, ...replay);
    expect(callStatuses(store)).toEqual(["node src/index.js completed"]);
    expect(session(store).terminals.get("t1")).toMatchObject({ output: "Hi", exitStatus: {} });
    expect(session(store).activity).toBe("idle");
  });

  it("does not duplicate anything when it is replayed twice", () => {
    const store = storeAfterFrames(2, ...replay, ...replay);
    expect(messageBlocks(store)).toEqual(messageBlocks(storeAfterFrames(2, ...replay)));
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
  const lateCallFrames = [
    prompted(2, "Fix it"),
    promptAccepted(2, "u1"),
    running,
    idle,
    late,
  ] as const;

  it("does not belong to a turn or start one", () => {
    const store = storeAfterFrames(2, ...lateCallFrames);
    expect(onlySession(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(onlySession(store).toolCalls.get("late")).not.toHaveProperty("turnId");
  });

  it("is cancelled with the next turn", () => {
    const store = storeAfterFrames(
      2,
      ...lateCallFrames,
      prompted(3, "Go on"),
      promptAccepted(3, "u2"),
      running,
      cancel,
    );
    expect(callStatuses(store)).toEqual(["Write CHANGELOG.md cancelled"]);
  });
});

describe("an offer of protocol version 2", () => {
  it("falls back to version 1 if the agent only supports that (gemini, opencode)", () => {
    const params = { protocolVersion: 2, info: { name: "x", version: "1" }, capabilities: {} };
    const result = { protocolVersion: 1, agentInfo: { name: "OpenCode", version: "1.18.33" } };
    const toolCall = { toolCallId: "t1", title: "greet.js" };
    const store = storeAfterFrames(
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
