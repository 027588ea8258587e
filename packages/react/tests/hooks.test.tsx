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
  it("waits for an id that does not exist yet", () => {
    const { store, value } = hook(() => useToolCall("later"));
    expect(value()).toBeUndefined();
    act(() => store.update(call("later")));
    expect(value()).toMatchObject({ toolCallId: "later", status: "pending" });
  });

  it("selects, and renders only when that changes", () => {
    const { store, value, rendersOf } = hook(() => useToolCall("a", (item) => item?.status));
    act(() => store.update(call("a")));
    expect(rendersOf(() => store.update({ ...call("a"), title: "Another title" }))).toBe(0);
    act(() => store.update(call("a", "failed")));
    expect(value()).toBe("failed");
  });

  it("survives a selector that builds something new each time", () => {
    const { store, value } = hook(() => useToolCall("a", (item) => [item?.status]));
    act(() => store.update(call("a")));
    expect(value()).toEqual(["pending"]);
  });

  it("keeps the old value if it compares equal", () => {
    const compare = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length;
    const { store, value } = hook(() =>
      useToolCall("a", (item) => item?.content ?? [], { compare }),
    );
    const before = value();
    act(() => store.update(call("a")));
    expect(value()).toBe(before);
  });

  it("reads another session when told to", () => {
    const { store, value } = hook(() => useToolCall("a", { sessionId: "s2" }));
    act(() => store.update(call("a"), "s2"));
    expect(value()).toMatchObject({ toolCallId: "a" });
  });
});

describe("useToolCalls", () => {
  it("lists those that the filter lets through", () => {
    const failed = (item: ToolCall) => item.status === "failed";
    const { store, value } = hook(() => useToolCalls(failed));
    act(() => store.update(call("a", "failed")));
    act(() => store.update(call("b")));
    expect(value().map((item) => item.toolCallId)).toEqual(["a"]);
    const before = value();
    act(() => store.update(call("b", "completed")));
    expect(value()).toBe(before);
  });

  it("takes a filter written in place", () => {
    const { store, value } = hook(() => useToolCalls((item) => item.kind === "other"));
    act(() => store.update(call("a")));
    expect(value()).toHaveLength(1);
  });

  it("has ids of their own", () => {
    const { store, value } = hook(() => useToolCallIds());
    expect(value()).toEqual([]);
    act(() => store.update(call("10")));
    act(() => store.update(call("2")));
    expect(value()).toEqual(["10", "2"]);
  });
});

describe("usePlan, useTurn, useMessage, useTimeline", () => {
  it("follow the session", () => {
    const { store, value } = hook(() => ({
      plan: usePlan(),
      named: usePlan("main"),
      turn: useTurn(),
      first: useTurn("turn-1"),
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
      first: { turnId: "turn-1" },
      text: 1,
      timeline: [{ type: "message" }, { type: "plan" }],
    });
    act(() => store.endTurn("s1", { stopReason: "end_turn" }));
    expect(value().turn).toMatchObject({ status: "ended" });
  });
});

describe("useSession", () => {
  it("selects from the session", () => {
    const { store, value } = hook(() => useSession((session) => session?.activity));
    expect(value()).toBeUndefined();
    act(() => void store.startTurn("s1"));
    expect(value()).toBe("running");
  });

  it("is the whole session without a selector", () => {
    const { store, value } = hook(() => useSession());
    act(() => store.update(chunk("hi")));
    expect(value()).toBe(store.getState().sessions.get("s1"));
  });

  it("has a list of the open ones", () => {
    const { store, value } = hook(() => useSessionIds());
    act(() => store.openSession({ sessionId: "a" }));
    act(() => store.openSession({ sessionId: "b" }));
    act(() => store.closeSession("a"));
    expect(value()).toEqual(["b"]);
  });
});

describe("usePendingPermissions", () => {
  it("lists what waits, and answers it", async () => {
    const { store, value } = hook(() => usePendingPermissions());
    let answer: Promise<unknown> = Promise.resolve();
    act(() => void (answer = store.requestPermission(request(), { requestId: 1 })));
    const [item] = value();
    expect(item).toMatchObject({ permissionId: "1", toolCall: { title: "Edit" } });
    act(() => store.update(call("c1", "in_progress")));
    expect(value()[0]).toBe(item);
    act(() => item?.respond("yes"));
    expect(value()).toEqual([]);
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(() => item?.respond("yes")).toThrow("can be answered only once");
  });

  it("spans sessions when asked for all", () => {
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

describe("a hook in the wrong place", () => {
  it("names the store provider it needs", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => renderHook(() => useToolCall("a", { sessionId: "s1" }))).toThrow(
      "<AcpStoreProvider store={store}>",
    );
  });

  it("names the session provider it needs", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => renderHook(() => useToolCallIds())).toThrow(
      "<AcpSessionProvider sessionId={sessionId}>",
    );
  });
});
