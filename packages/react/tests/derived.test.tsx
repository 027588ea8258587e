import {
  useActiveLocation,
  useAttention,
  useChangedFiles,
  usePlanProgress,
  usePlans,
  useSessions,
} from "@acp-store/react";
import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { call, chunk, countingStore, form, hook, request, usage } from "./support.js";

const diff = (path: string, newText: string) => ({ type: "diff", path, oldText: "a\n", newText });

describe("useActiveLocation", () => {
  it("follows the agent and renders only when the location changes", () => {
    const { store, value, update, rendersOf } = hook(() => useActiveLocation());
    expect(value()).toBeUndefined();
    update({ ...call("a", "in_progress"), locations: [{ path: "/a.ts", line: 3 }] });
    expect(value()).toEqual({ toolCallId: "a", path: "/a.ts", line: 3 });
    expect(rendersOf(() => store.update({ ...call("a"), title: "Edit" }))).toBe(0);
    const elsewhere = { ...call("a"), locations: [{ path: "/b.ts" }] };
    expect(rendersOf(() => store.update(elsewhere))).toBe(1);
  });
});

describe("useChangedFiles", () => {
  it("counts the lines of completed tool calls", () => {
    const { store, value, update, rendersOf } = hook(() => useChangedFiles());
    update({ ...call("a", "completed"), content: [diff("/a.ts", "a\nb\n")] });
    expect(value()).toMatchObject([{ path: "/a.ts", added: 1, removed: 0 }]);
    expect(rendersOf(() => store.update(call("b", "in_progress")))).toBe(0);
  });

  it("renders when a permission is answered", async () => {
    const content = [diff("/a.ts", "b\n")];
    const { store, value, update } = hook(() => useChangedFiles());
    update({ ...call("c1", "completed"), content: [] });
    let answer: Promise<unknown> = Promise.resolve();
    const toolCall = { toolCallId: "c1", title: "Edit", content };
    act(() => {
      answer = store.requestPermission({ ...request(), toolCall } as never, { requestId: 1 });
    });
    act(() => store.update({ ...call("c1", "completed"), content: [] }));
    expect(value()).toEqual([]);
    act(() => store.respondToPermission("permission-t-1", "yes"));
    await answer;
    expect(value()).toMatchObject([{ path: "/a.ts", added: 1, removed: 1 }]);
  });
});

describe("useAttention", () => {
  it("lists the pending requests of all sessions", () => {
    const { store, value } = hook(() => useAttention());
    act(() => void store.requestPermission(request("s2"), { requestId: 1 }));
    act(() => void store.requestElicitation(form("s1")));
    expect(value().map(({ sessionId }) => sessionId)).toEqual(["s1", "s2"]);
    act(() => store.respondToPermission("permission-t-1", "yes"));
    expect(value()).toMatchObject([{ sessionId: "s1", elicitations: [{ message: "Your name?" }] }]);
    act(() => store.closeSession("s1"));
    expect(value()).toEqual([]);
  });

  it("renders a selected badge only when it changes", () => {
    const { store, value, rendersOf } = hook(() => useAttention((all) => all.length > 0));
    const ask = (requestId: number) => () => void store.requestPermission(request(), { requestId });
    expect(rendersOf(ask(1))).toBe(1);
    expect(rendersOf(ask(2))).toBe(0);
    expect(value()).toBe(true);
  });
});

describe("usePlans, usePlanProgress", () => {
  const plan = (...statuses: string[]) => ({
    sessionUpdate: "plan",
    entries: statuses.map((status, n) => ({ content: `${n}`, priority: "low", status })),
  });

  it("follows the plans of the session", () => {
    const { value, update } = hook(() => ({
      ids: usePlans().map(({ planId }) => planId),
      progress: usePlanProgress(),
      named: usePlanProgress("main"),
      other: usePlanProgress("other", { sessionId: "s2" }),
    }));
    expect(value()).toEqual({ ids: [] });
    update(plan("completed", "in_progress", "pending"));
    const progress = { done: 1, total: 3, current: { content: "1" } };
    expect(value()).toMatchObject({ ids: ["main"], progress, named: progress });
  });

  it("does not render when the same plan is sent again", () => {
    const { store, update, rendersOf } = hook(() => [usePlans(), usePlanProgress()]);
    update(plan("pending"));
    expect(rendersOf(() => store.update(plan("pending")))).toBe(0);
    expect(rendersOf(() => store.update(plan("completed")))).toBe(1);
  });
});

describe("useSessions", () => {
  it("lists the open sessions", () => {
    const { store, value, update } = hook(() => useSessions());
    act(() => store.openSession({ sessionId: "s1" }));
    act(() => store.openSession({ sessionId: "s2" }));
    update(chunk("Hello"), "s2");
    expect(value()[1]).toBe(store.getState().sessions.get("s2"));
    act(() => store.closeSession("s1"));
    expect(value().map(({ sessionId }) => sessionId)).toEqual(["s2"]);
  });

  it("keeps a selected list while its items are the same", () => {
    const { store, value, update, rendersOf } = hook(() =>
      useSessions((all) => all.map((session) => session.usage?.used)),
    );
    update(usage(1));
    update(usage(2), "s2");
    const before = value();
    expect(before).toEqual([1, 2]);
    expect(rendersOf(() => store.update(chunk("Hello")))).toBe(0);
    expect(value()).toBe(before);
    expect(rendersOf(() => store.update(usage(3), "s2"))).toBe(1);
  });

  it("compares the selected value with equalityFn", () => {
    const equalityFn = (a: readonly unknown[][], b: readonly unknown[][]) =>
      a[0]?.[0] === b[0]?.[0];
    const { store, update, rendersOf } = hook(
      () => useSessions({ select: (all) => all.map(({ activity }) => [activity]), equalityFn }),
      countingStore(),
    );
    update(usage(1));
    expect(rendersOf(() => store.update(usage(2)))).toBe(0);
    expect(rendersOf(() => void store.startTurn("s1"))).toBe(1);
  });
});
