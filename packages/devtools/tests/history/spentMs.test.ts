import { createAcpStore, type AcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callUpdate, recv, said, sent, toolCall } from "../support/frames.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Creates a store for which each commit and diagnostic takes a given time. */
function slowStore(commitMs: number, diagnosticMs = 0): { store: AcpStore; history: History } {
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  store.inspect(({ type }) => {
    const ms = { frame: 0, commit: commitMs, diagnostic: diagnosticMs }[type];
    vi.advanceTimersByTime(ms);
  });
  return { store, history: createHistory(store) };
}

const spentTimes = (history: History): unknown[] => history.entries().map(({ spentMs }) => spentMs);

describe("spentMs", () => {
  it("measures the time from the message to its commit", () => {
    const { store, history } = slowStore(3);
    store.observe(said("a"));
    vi.advanceTimersByTime(100);
    store.observe(said("b"));
    expect(spentTimes(history)).toEqual([3, 3]);
  });

  it("includes the time for diagnostics", () => {
    const { store, history } = slowStore(3, 20);
    store.observe(toolCall("call_1"));
    store.observe(callUpdate("call_1", { kind: 5, status: 6, title: "T" }));
    store.observe(callUpdate("", { toolCallId: 7 }));
    expect(history.entries().map(({ diagnostics }) => diagnostics.length)).toEqual([0, 2, 1]);
    expect(spentTimes(history)).toEqual([3, 43, 20]);
  });

  it("splits the time of a message between its commits", () => {
    const { store, history } = slowStore(3);
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(spentTimes(history)).toEqual([3, 3]);
  });

  it("stays undefined for user actions and messages without effect", () => {
    const { store, history } = slowStore(3);
    store.observe(recv({ method: "_vendor/hello" }));
    store.openSession({ sessionId: "s1" });
    store.observe(sent({ id: 4, result: {} }));
    expect(spentTimes(history)).toEqual([undefined, undefined, undefined]);
  });

  it("excludes listeners of the last commit and the commits they make", () => {
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

  it("includes synchronous listeners of an earlier commit", () => {
    const { store, history } = slowStore(3);
    let isSlow = true;
    store.subscribe(() => {
      if (isSlow) vi.advanceTimersByTime(50);
      isSlow = false;
    });
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(spentTimes(history)).toEqual([3, 53]);
  });

  it("restarts after a commit that a listener makes", () => {
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

  it("measures a message that a listener observes separately", () => {
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

  it("stays undefined for a message that was in progress when the history started", () => {
    const { store } = slowStore(3);
    let late: History | undefined;
    store.subscribe(() => (late ??= createHistory(store)));
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } }));
    expect(late && spentTimes(late)).toEqual([undefined]);
  });
});
