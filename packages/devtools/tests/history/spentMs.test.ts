import { createAcpStore, type AcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callUpdate, recv, said, sent, toolCall } from "../support/frames.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Time goes by for each commit and diagnostic, as it does where the store works. */
function slowStore(commitMs: number, diagnosticMs = 0): { store: AcpStore; history: History } {
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  store.inspect(({ type }) => {
    const ms = { frame: 0, commit: commitMs, diagnostic: diagnosticMs }[type];
    vi.advanceTimersByTime(ms);
  });
  return { store, history: createHistory(store) };
}

const costs = (history: History): unknown[] => history.entries().map(({ spentMs }) => spentMs);

describe("what the store spent on a message", () => {
  it("is the time from the message to its commit", () => {
    const { store, history } = slowStore(3);
    store.observe(said("a"));
    vi.advanceTimersByTime(100);
    store.observe(said("b"));
    expect(costs(history)).toEqual([3, 3]);
  });

  it("has its diagnostics in it", () => {
    const { store, history } = slowStore(3, 20);
    store.observe(toolCall("call_1"));
    store.observe(callUpdate("call_1", { kind: 5, status: 6, title: "T" }));
    store.observe(callUpdate("", { toolCallId: 7 }));
    expect(history.entries().map(({ diagnostics }) => diagnostics.length)).toEqual([0, 2, 1]);
    expect(costs(history)).toEqual([3, 43, 20]);
  });

  it("is told in parts where it makes several commits", () => {
    const { store, history } = slowStore(3);
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(costs(history)).toEqual([3, 3]);
  });

  it("is not known of what caused nothing, and of what the user did", () => {
    const { store, history } = slowStore(3);
    store.observe(recv({ method: "_vendor/hello" }));
    store.openSession({ sessionId: "s1" });
    store.observe(sent({ id: 4, result: {} }));
    expect(costs(history)).toEqual([undefined, undefined, undefined]);
  });

  it("leaves out listeners of its last commit, and the commits that they make", () => {
    const { store, history } = slowStore(3);
    store.openSession({ sessionId: "s1" });
    store.watch({ type: "table", sessionId: "s1", table: "toolCalls" }, () => {
      vi.advanceTimersByTime(50);
      store.openSession({ sessionId: "s2" });
    });
    store.observe(toolCall("call_1"));
    expect(history.entries().map(({ kind, spentMs }) => [kind, spentMs])).toEqual([
      ["session_opened", undefined],
      ["tool_call", 3],
      ["session_opened", undefined],
    ]);
  });

  it("has the listeners of an earlier commit in it where they are told at once", () => {
    const { store, history } = slowStore(3);
    let isSlow = true;
    store.subscribe(() => {
      if (isSlow) vi.advanceTimersByTime(50);
      isSlow = false;
    });
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(costs(history)).toEqual([3, 53]);
  });

  it("begins anew after a commit that a listener makes", () => {
    const { store, history } = slowStore(3);
    let isFirst = true;
    store.subscribe(() => {
      if (!isFirst) return;
      isFirst = false;
      vi.advanceTimersByTime(50);
      store.openSession({ sessionId: "s2" });
      vi.advanceTimersByTime(7);
    });
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(history.entries().map(({ direction, spentMs }) => [direction, spentMs])).toEqual([
      ["sent", 3],
      ["local", undefined],
      ["sent", 10],
    ]);
  });

  it("is each one's own where a listener has another message observed", () => {
    const { store, history } = slowStore(3, 20);
    let isFirst = true;
    store.subscribe(() => {
      if (!isFirst) return;
      isFirst = false;
      vi.advanceTimersByTime(50);
      store.observe(callUpdate("", { toolCallId: 7 }));
      vi.advanceTimersByTime(7);
    });
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(history.entries().map(({ kind, spentMs }) => [kind, spentMs])).toEqual([
      ["session_opened", 3],
      ["session/update", 20],
      ["replay_started", 10],
    ]);
  });

  it("is not known of a message that was under way when the log began", () => {
    const { store } = slowStore(3);
    let late: History | undefined;
    store.subscribe(() => (late ??= createHistory(store)));
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(late && costs(late)).toEqual([undefined]);
  });
});
