import { selectMessages, selectPlan, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, prompted, sent, updated } from "../support/frames.js";
import { text, asSent } from "../support/trackedStore.js";

const entry = (content: string, status: string) => ({ content, priority: "medium", status });

describe("session notification types", () => {
  it("replaces the entire plan with each update", () => {
    const first = {
      sessionUpdate: "plan",
      entries: [entry("a", "pending"), entry("b", "pending")],
    };
    const second = { sessionUpdate: "plan", entries: [entry("a", "completed")] };
    const store = storeAfterFrames(1, updated(first), updated(second));
    expect(asSent(selectPlan(store.getState(), "s1"))).toEqual({
      planId: "main",
      type: "items",
      entries: [entry("a", "completed")],
    });
  });

  it("ignores null in a tool call update", () => {
    const title = "Read";
    const created = { sessionUpdate: "tool_call", toolCallId: "c1", title, kind: "read" };
    const empty = { sessionUpdate: "tool_call_update", toolCallId: "c1" };
    const nulls = { title: null, kind: null, status: null, content: null, locations: null };
    const store = storeAfterFrames(1, updated(created), updated({ ...empty, ...nulls }));
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      title,
      kind: "read",
      status: "pending",
    });
  });

  it.each([
    ["user_message_chunk", "user"],
    ["agent_message_chunk", "agent"],
    ["agent_thought_chunk", "thought"],
  ])("stores the content block of %s", (sessionUpdate, role) => {
    const store = storeAfterFrames(1, updated({ sessionUpdate, content: text("Hi") }));
    expect(selectMessages(store.getState(), "s1")).toMatchObject([{ role, content: [text("Hi")] }]);
  });

  it("stores the commands and the current mode", () => {
    const availableCommands = [{ name: "init", description: "Set up" }];
    const store = storeAfterFrames(
      1,
      updated({ sessionUpdate: "available_commands_update", availableCommands }),
      updated({ sessionUpdate: "current_mode_update", currentModeId: "code" }),
    );
    expect(store.getState().sessions.get("s1")).toMatchObject({
      commands: availableCommands,
      modes: { currentModeId: "code" },
    });
  });

  it("accepts tool call updates after session/cancel", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      updated({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Run" }),
      sent({ method: "session/cancel", params: { sessionId: "s1" } }),
      updated({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "failed" }),
    );
    expect(selectToolCall(store.getState(), "s1", "c1")?.status).toBe("failed");
  });
});
