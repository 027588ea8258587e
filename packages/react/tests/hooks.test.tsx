import type { ToolCall } from "@acp-store/core";
import {
  useAllPendingPermissions,
  useMessage,
  usePendingPermissions,
  usePlan,
  useSession,
  useSessionIds,
  useTimeline,
  useToolCall,
  useToolCallIds,
  useToolCalls,
  useTurn,
} from "@acp-store/react";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { call, chunk, hook, request } from "./support.js";

describe("useToolCall", () => {
  it("returns a tool call as soon as it exists", () => {
    const { store, value } = hook(() => useToolCall("later"));
    expect(value()).toBeUndefined();
    act(() => store.update(call("later")));
    expect(value()).toMatchObject({ toolCallId: "later", status: "pending" });
  });

  it("renders only when the selected value changes", () => {
    const { store, value, rendersOf } = hook(() => useToolCall("a", (item) => item?.status));
    act(() => store.update(call("a")));
    expect(rendersOf(() => store.update({ ...call("a"), title: "Another title" }))).toBe(0);
    act(() => store.update(call("a", "failed")));
    expect(value()).toBe("failed");
  });

  it("accepts a selector that returns a new array each time", () => {
    const { store, value } = hook(() => useToolCall("a", (item) => [item?.status]));
    act(() => store.update(call("a")));
    expect(value()).toEqual(["pending"]);
  });

  it("keeps the previous value if equalityFn accepts it", () => {
    const equalityFn = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length;
    const { store, value } = hook(() =>
      useToolCall("a", { select: (item) => item?.content ?? [], equalityFn }),
    );
    const before = value();
    act(() => store.update(call("a")));
    expect(value()).toBe(before);
  });

  it("reads the session in its options", () => {
    const { store, value } = hook(() => useToolCall("a", { sessionId: "s2" }));
    act(() => store.update(call("a"), "s2"));
    expect(value()).toMatchObject({ toolCallId: "a" });
  });
});

describe("useToolCalls", () => {
  it("lists the tool calls that the filter accepts", () => {
    const failed = (item: ToolCall) => item.status === "failed";
    const { store, value } = hook(() => useToolCalls(failed));
    act(() => store.update(call("a", "failed")));
    act(() => store.update(call("b")));
    expect(value().map((item) => item.toolCallId)).toEqual(["a"]);
    const before = value();
    act(() => store.update(call("b", "completed")));
    expect(value()).toBe(before);
  });

  it("accepts an inline filter", () => {
    const { store, value } = hook(() => useToolCalls((item) => item.kind === "other"));
    act(() => store.update(call("a")));
    expect(value()).toHaveLength(1);
  });

  it("lists the ids in first-seen order", () => {
    const { store, value } = hook(() => useToolCallIds());
    expect(value()).toEqual([]);
    act(() => store.update(call("10")));
    act(() => store.update(call("2")));
    expect(value()).toEqual(["10", "2"]);
  });
});

describe("usePlan, useTurn, useMessage, useTimeline", () => {
  it("follows the session", () => {
    const { store, value } = hook(() => ({
      plan: usePlan(),
      named: usePlan("main"),
      turn: useTurn(),
      first: useTurn("turn-t-1"),
      text: useMessage("user:#1", (message) => message?.content.length),
      timeline: useTimeline(),
    }));
    expect(value()).toEqual({ timeline: [] });
    act(() => {
      store.startTurn("s1", [{ type: "text", text: "Go" }]);
      store.update({ sessionUpdate: "plan", entries: [] });
    });
    expect(value()).toMatchObject({
      plan: { entries: [] },
      named: { planId: "main" },
      turn: { status: "running" },
      first: { turnId: "turn-t-1" },
      text: 1,
      timeline: [{ type: "message" }, { type: "plan" }],
    });
    act(() => store.endTurn("s1", { stopReason: "end_turn" }));
    expect(value().turn).toMatchObject({ status: "ended" });
  });
});

describe("useSession", () => {
  it("selects a value of the session", () => {
    const { store, value } = hook(() => useSession((session) => session?.activity));
    expect(value()).toBeUndefined();
    act(() => void store.startTurn("s1"));
    expect(value()).toBe("running");
  });

  it("returns the session without a selector", () => {
    const { store, value } = hook(() => useSession());
    act(() => store.update(chunk("hi")));
    expect(value()).toBe(store.getState().sessions.get("s1"));
  });

  it("lists the ids of the open sessions", () => {
    const { store, value } = hook(() => useSessionIds());
    act(() => store.openSession({ sessionId: "a" }));
    act(() => store.openSession({ sessionId: "b" }));
    act(() => store.closeSession("a"));
    expect(value()).toEqual(["b"]);
  });
});

describe("usePendingPermissions", () => {
  it("lists a pending permission and answers it", async () => {
    const { store, value } = hook(() => usePendingPermissions());
    let answer: Promise<unknown> = Promise.resolve();
    act(() => void (answer = store.requestPermission(request(), { requestId: 1 })));
    const [item] = value();
    expect(item).toMatchObject({ permissionId: "permission-t-1", toolCall: { title: "Edit" } });
    act(() => store.update(call("c1", "in_progress")));
    expect(value()[0]).toBe(item);
    act(() => item?.respond("yes"));
    expect(value()).toEqual([]);
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(() => item?.respond("yes")).toThrow("can be answered only once");
  });

  it("lists the pending permissions of one session or of all sessions", () => {
    const { store, value } = hook(() => ({
      here: usePendingPermissions(),
      all: useAllPendingPermissions(),
    }));
    act(() => void store.requestPermission(request("s2")));
    act(() => void store.requestPermission(request()));
    expect(value().here.map((item) => item.sessionId)).toEqual(["s1"]);
    expect(value().all.map((item) => item.sessionId)).toEqual(["s2", "s1"]);
  });
});

describe("a hook without a provider", () => {
  it("names the store provider that it needs", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => renderHook(() => useToolCall("a", { sessionId: "s1" }))).toThrow(
      "<AcpStoreProvider store={store}>",
    );
  });

  it("names the session provider that it needs", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => renderHook(() => useToolCallIds())).toThrow(
      "<AcpSessionProvider sessionId={sessionId}>",
    );
  });
});
