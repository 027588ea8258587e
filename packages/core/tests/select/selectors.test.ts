import {
  selectMessages,
  selectPendingPermissions,
  selectPermission,
  selectPlan,
  selectPlans,
  selectSession,
  selectSessions,
  selectTerminal,
  selectTimeline,
  selectToolCall,
  selectToolCalls,
  selectTurn,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { text, trackedStore } from "../support/trackedStore.js";

const call = (toolCallId: string, status = "pending") => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  status,
});

describe("selectors", () => {
  it("returns the same empty values for an unknown session", () => {
    const a = trackedStore().getState();
    const b = trackedStore().getState();
    expect(selectToolCalls(a, "s1")).toBe(selectToolCalls(b, "s1"));
    expect(selectMessages(a, "s1")).toBe(selectTimeline(b, "s1"));
    expect(selectPendingPermissions(a)).toBe(selectPendingPermissions(b, "s1"));
    expect(selectSessions(a)).toBe(selectPlans(b, "s1"));
    expect([selectSession(a, "s1"), selectToolCall(a, "s1", "c"), selectPlan(a, "s1")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([selectTurn(a, "s1"), selectTerminal(a, "s1", "t")]).toEqual([undefined, undefined]);
  });

  it("lists tool calls in first-seen order and keeps the list until one changes", () => {
    const store = trackedStore();
    for (const id of ["10", "2", "a"]) store.update(call(id));
    const list = selectToolCalls(store.getState(), "s1");
    expect(list.map((item) => item.toolCallId)).toEqual(["10", "2", "a"]);
    store.update({ sessionUpdate: "agent_message_chunk", content: text("hi") });
    expect(selectToolCalls(store.getState(), "s1")).toBe(list);
    store.update(call("2", "completed"));
    expect(selectToolCalls(store.getState(), "s1")).not.toBe(list);
  });

  it("keeps the list of pending permissions while other parts change", () => {
    const store = trackedStore();
    void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId: "c" }, options: [] });
    const list = selectPendingPermissions(store.getState());
    expect(list).toHaveLength(1);
    store.update(call("c", "completed"));
    store.ingest({ sessionId: "s2", update: call("x") });
    expect(selectPendingPermissions(store.getState())).toBe(list);
  });

  it("returns the running turn, else the last turn", () => {
    const store = trackedStore();
    const first = store.startTurn("s1");
    const second = store.startTurn("s1");
    expect(selectTurn(store.getState(), "s1")?.turnId).toBe(first);
    store.endTurn("s1", { stopReason: "end_turn" });
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(selectTurn(store.getState(), "s1")?.turnId).toBe(second);
    expect(selectTurn(store.getState(), "s1", first)?.turnId).toBe(first);
  });

  it("returns a permission after it was answered", () => {
    const store = trackedStore();
    void store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "a" },
      options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
    });
    const [pending] = selectPendingPermissions(store.getState(), "s1");
    const permissionId = pending?.permissionId ?? "";
    expect(selectPermission(store.getState(), "s1", permissionId)).toBe(pending);
    store.respondToPermission(permissionId, "yes");
    expect(selectPermission(store.getState(), "s1", permissionId)?.optionId).toBe("yes");
    expect(selectPermission(store.getState(), "s2", permissionId)).toBeUndefined();
  });
});
