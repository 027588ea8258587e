import { selectPendingPermissions, selectPlan } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  observeCleanly,
  storeAfterFrames,
  recv,
  sent,
  SPEC_SESSION as sessionId,
  specSession,
} from "../support/frames.js";
import { asSent } from "../support/trackedStore.js";

const update = (body: object) =>
  recv({ method: "session/update", params: { sessionId, update: body } });
const prompt = [
  { type: "text", text: "Can you analyze this code for potential issues?" },
  {
    type: "resource",
    resource: {
      uri: "file:///home/user/project/main.py",
      mimeType: "text/x-python",
      text: "def process_data(items):\n    for item in items:\n        print(item)",
    },
  },
];
const userMessage = sent({ id: 2, method: "session/prompt", params: { sessionId, prompt } });
const step = (content: string, priority: string) => ({ content, priority, status: "pending" });
const entries = [
  step("Check for syntax errors", "high"),
  step("Identify potential type issues", "medium"),
  step("Review error handling patterns", "medium"),
  step("Suggest improvements", "low"),
];
const plan = update({ sessionUpdate: "plan", entries });
const chunk = {
  type: "text",
  text: "I'll analyze your code for potential issues. Let me examine it...",
};
const messageChunk = update({ sessionUpdate: "agent_message_chunk", content: chunk });
const toolCall = update({
  sessionUpdate: "tool_call",
  toolCallId: "call_001",
  title: "Analyzing Python code",
  kind: "other",
  status: "pending",
});
const inProgress = update({
  sessionUpdate: "tool_call_update",
  toolCallId: "call_001",
  status: "in_progress",
});
const analysis = [
  {
    type: "content",
    content: {
      type: "text",
      text: "Analysis complete:\n- No syntax errors found\n- Consider adding type hints for better clarity\n- The function could benefit from error handling for empty lists",
    },
  },
];
const completed = update({
  sessionUpdate: "tool_call_update",
  toolCallId: "call_001",
  status: "completed",
  content: analysis,
});
const endTurn = recv({ id: 2, result: { stopReason: "end_turn" } });
const cancel = sent({ method: "session/cancel", params: { sessionId } });
const cancelled = recv({ id: 2, result: { stopReason: "cancelled" } });
const permissionRequest = recv({
  id: 5,
  method: "session/request_permission",
  params: {
    sessionId,
    toolCall: { toolCallId: "call_001" },
    options: [{ optionId: "allow-once", name: "Allow once", kind: "allow_once" }],
  },
});

describe("prompt turn, version 1", () => {
  it("starts the turn with session/prompt (1. User Message)", () => {
    const session = specSession(storeAfterFrames(1, userMessage));
    expect(session.activity).toBe("running");
    expect([...session.turns.values()]).toMatchObject([{ status: "running" }]);
    expect([...session.messages.values()]).toMatchObject([{ role: "user", content: prompt }]);
  });

  it("stores the plan (3. Agent Reports Output)", () => {
    const store = storeAfterFrames(1, userMessage, plan);
    expect(asSent(selectPlan(store.getState(), sessionId))).toEqual({
      planId: "main",
      type: "items",
      entries,
    });
  });

  it("stores text responses (3. Agent Reports Output)", () => {
    const [, message] = specSession(
      storeAfterFrames(1, userMessage, plan, messageChunk),
    ).messages.values();
    expect(message).toMatchObject({ role: "agent", content: [chunk] });
  });

  it("stores tool calls (3. Agent Reports Output)", () => {
    const session = specSession(storeAfterFrames(1, userMessage, plan, messageChunk, toolCall));
    expect(asSent(session.toolCalls.get("call_001"))).toEqual({
      toolCallId: "call_001",
      title: "Analyzing Python code",
      kind: "other",
      status: "pending",
      content: [],
      locations: [],
      turnId: session.openTurns[0],
    });
    expect(session.timeline.map(({ type }) => type)).toEqual([
      "message",
      "plan",
      "message",
      "tool_call",
    ]);
  });

  it("ends the turn with the response (4. Check for Completion)", () => {
    const session = specSession(storeAfterFrames(1, userMessage, messageChunk, endTurn));
    expect(session).toMatchObject({ activity: "idle", openTurns: [] });
    expect([...session.turns.values()]).toMatchObject([
      { status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("shows the tool call in progress (5. Tool Invocation)", () => {
    const session = specSession(storeAfterFrames(1, userMessage, toolCall, inProgress));
    expect(session.toolCalls.get("call_001")).toMatchObject({
      title: "Analyzing Python code",
      status: "in_progress",
      content: [],
    });
  });

  it("stores the final status with its content (5. Status Reporting)", () => {
    const session = specSession(storeAfterFrames(1, userMessage, toolCall, inProgress, completed));
    expect(session.toolCalls.get("call_001")).toMatchObject({
      title: "Analyzing Python code",
      status: "completed",
      content: analysis,
    });
  });

  it("accepts another prompt (6. Continue Conversation)", () => {
    const nextPrompt = sent({ id: 3, method: "session/prompt", params: { sessionId, prompt } });
    const session = specSession(
      storeAfterFrames(1, userMessage, toolCall, completed, endTurn, nextPrompt),
    );
    expect([...session.turns.values()].map(({ status }) => status)).toEqual(["ended", "running"]);
    expect(session.messages.size).toBe(2);
  });

  it.each(["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"])(
    "stores the stop reason %s with the turn (Stop Reasons)",
    (stopReason) => {
      const session = specSession(
        storeAfterFrames(1, userMessage, recv({ id: 2, result: { stopReason } })),
      );
      expect([...session.turns.values()]).toMatchObject([{ status: "ended", stopReason }]);
    },
  );
});

describe("prompt turn, version 1: Cancellation", () => {
  it("marks open calls and settles every request", () => {
    const store = storeAfterFrames(1, userMessage, toolCall, inProgress, permissionRequest, cancel);
    const session = specSession(store);
    expect(session.activity).toBe("cancelling");
    expect(session.toolCalls.get("call_001")?.status).toBe("cancelled");
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    expect([...session.permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_cancelled" },
    ]);
  });

  it("leaves finished calls unchanged", () => {
    const session = specSession(storeAfterFrames(1, userMessage, toolCall, completed, cancel));
    expect(session.toolCalls.get("call_001")?.status).toBe("completed");
  });

  it("still accepts updates, then the cancelled stop reason", () => {
    const store = storeAfterFrames(
      1,
      userMessage,
      toolCall,
      inProgress,
      cancel,
      messageChunk,
      completed,
    );
    expect(specSession(store).toolCalls.get("call_001")).toMatchObject({
      status: "completed",
      content: analysis,
    });
    observeCleanly(store, cancelled);
    expect(specSession(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect([...specSession(store).turns.values()]).toMatchObject([
      { status: "ended", stopReason: "cancelled" },
    ]);
  });
});
