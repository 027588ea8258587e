import { selectMessages, selectToolCall } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import { describe, expect, it, vi } from "vitest";
import {
  callUpdate,
  plain,
  recv,
  said,
  sent,
  steadyStore,
  toolCall,
  wrote,
} from "../support/frames.js";

function storeWithHistory(limit?: number) {
  const store = steadyStore();
  return { store, history: createHistory(store, limit === undefined ? {} : { limit }) };
}

describe("createHistory", () => {
  it("logs a commit with the message that caused it", () => {
    const { store, history } = storeWithHistory();
    const frame = toolCall("call_1");
    store.observe({ ...frame, t: 5 });
    expect(history.entries()).toHaveLength(1);
    const last = history.entry(0);
    expect(last).toMatchObject({
      at: 5,
      direction: "recv",
      kind: "tool_call",
      sessionId: "s1",
      frame: { msg: frame.msg },
      event: { type: "tool_call", toolCallId: "call_1" },
      diagnostics: [],
    });
    expect(last?.affected).toContainEqual({ sessionId: "s1", table: "toolCalls", id: "call_1" });
    expect(last?.affected).toContainEqual({ sessionId: "s1", field: "timeline" });
    expect(last?.affected).toContainEqual({ sessionId: "s1" });
  });

  it("logs a message that changes nothing", () => {
    const { store, history } = storeWithHistory();
    store.observe(recv({ method: "_vendor/hello", params: { sessionId: "s9" } }));
    store.observe(sent({ id: 4, result: {} }));
    store.observe(sent({ id: 5, error: { code: 1, message: "no" } }));
    expect(history.entries().map(({ kind, direction }) => `${direction} ${kind}`)).toEqual([
      "recv _vendor/hello",
      "sent response",
      "sent error",
    ]);
    expect(history.entry(0)).toMatchObject({ sessionId: "s9", patches: [], affected: [] });
    expect(history.entry(0)?.event).toBeUndefined();
  });

  it("logs a line of stderr as an entry without an event", () => {
    const { store, history } = storeWithHistory();
    store.observe(said("Hello"));
    store.observe(wrote("[timing] model 3.2 s", 12));
    expect(history.entry(1)).toMatchObject({
      at: 12,
      direction: "stderr",
      kind: "stderr",
      sessionId: undefined,
      frame: { dir: "stderr", msg: "[timing] model 3.2 s" },
      event: undefined,
      diagnostics: [],
      patches: [],
    });
    expect(history.stateAt(1)).toEqual(history.stateAt(0));
  });

  it("adds the diagnostics of a message to its entry", () => {
    const { store, history } = storeWithHistory();
    store.observe(callUpdate("call_1", { status: "completed" }));
    store.observe(callUpdate("call_1", { status: "failed", kind: 5 }));
    store.observe(callUpdate("", { toolCallId: 7 }));
    const found = history
      .entries()
      .map(({ kind, diagnostics }) => [kind, ...diagnostics.map(({ code }) => code)]);
    expect(found).toEqual([
      ["tool_call"],
      ["tool_call", "invalid_field", "late_update"],
      ["session/update", "invalid_message"],
    ]);
  });

  it("creates an entry for each commit of a message", () => {
    const { store, history } = storeWithHistory();
    const frame = sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } });
    store.observe(frame);
    expect(history.entries().map(({ kind }) => kind)).toEqual(["session_opened", "replay_started"]);
    expect(history.entry(0)?.frame).toBe(history.entry(1)?.frame);
  });

  it("logs user actions as local", () => {
    const { store, history } = storeWithHistory();
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    store.startTurn("s1");
    expect(history.entries().map(({ direction, kind }) => [direction, kind])).toEqual([
      ["local", "session_opened"],
      ["local", "session_closed"],
      ["local", "session_closed"],
    ]);
    expect(history.entry(2)?.diagnostics).toHaveLength(1);
    expect(history.entry(2)?.event).toBeUndefined();
  });

  it("logs an action of a listener during a message as a local entry", () => {
    const { store, history } = storeWithHistory();
    store.watch({ type: "table", sessionId: "s1", table: "toolCalls" }, () =>
      store.cancelTurn("s1"),
    );
    store.startTurn("s1");
    store.observe(toolCall("call_1"));
    const kinds = history.entries().map(({ direction, kind }) => `${direction} ${kind}`);
    expect(kinds).toEqual(["local turn_started", "recv tool_call", "local turn_cancelled"]);
  });

  it("shows an earlier state while traffic continues", () => {
    const { store, history } = storeWithHistory();
    store.observe(toolCall("call_1"));
    store.observe(callUpdate("call_1", { status: "in_progress" }));
    history.jumpTo(0);
    store.observe(callUpdate("call_1", { status: "completed" }));
    expect(selectToolCall(history.getState(), "s1", "call_1")?.status).toBe("pending");
    expect(selectToolCall(store.getState(), "s1", "call_1")?.status).toBe("completed");
    history.step(1);
    expect(selectToolCall(history.getState(), "s1", "call_1")?.status).toBe("in_progress");
    history.goLive();
    expect(history.getState()).toBe(store.getState());
  });

  it("never changes or notifies the store", () => {
    const { store, history } = storeWithHistory();
    for (const word of ["a", "b", "c"]) store.observe(said(word));
    const before = store.getState();
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    history.jumpTo(0);
    history.step(1);
    history.goLive();
    expect(store.getState()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  it("returns the state before its first entry for index -1", () => {
    const store = steadyStore();
    store.observe(said("early"));
    const before = store.getState();
    const history = createHistory(store);
    store.observe(said(" late"));
    expect(plain(history.stateAt(-1))).toEqual(plain(before));
    expect(history.getSnapshot()).toMatchObject({ first: 0, end: 1 });
  });

  it("limits jumps and steps to the existing entries", () => {
    const { store, history } = storeWithHistory();
    for (const word of ["a", "b"]) store.observe(said(word));
    history.step(-10);
    expect(history.getSnapshot().position).toBe(-1);
    history.step(10);
    expect(history.getSnapshot().position).toBe(1);
    history.jumpTo(1000);
    expect(history.getSnapshot().position).toBe(1);
  });

  it("returns undefined for indexes without an entry", () => {
    const { store, history } = storeWithHistory();
    store.observe(said("a"));
    for (const index of [-2, 1, 0.5, Number.NaN]) {
      expect(history.stateAt(index)).toBeUndefined();
      expect(history.entry(index)).toBeUndefined();
    }
    expect(history.entries(5, 9)).toEqual([]);
  });

  it("keeps its entries after detach", () => {
    const { store, history } = storeWithHistory();
    store.observe(said("a"));
    const end = store.getState();
    history.detach();
    store.observe(said("b"));
    expect(history.entries()).toHaveLength(1);
    expect(history.getState()).toBe(end);
    expect(plain(history.stateAt(-1))).toEqual(plain(store.getInitialState()));
  });

  it("throws for a limit that is not an integer of at least 1", () => {
    expect(() => createHistory(steadyStore(), { limit: 0 })).toThrow(RangeError);
    expect(() => createHistory(steadyStore(), { limit: 1.5 })).toThrow("not 1.5");
  });
});

describe("the limit of a history", () => {
  it("drops the oldest entries and counts them", () => {
    const { store, history } = storeWithHistory(3);
    store.observe(callUpdate("", { toolCallId: 7 }));
    for (const word of ["a", "b", "c", "d"]) store.observe(said(word));
    expect(history.getSnapshot()).toMatchObject({
      first: 2,
      end: 5,
      dropped: { entries: 2, diagnostics: 1 },
    });
    expect(history.entries().map(({ index }) => index)).toEqual([2, 3, 4]);
    expect(history.entry(1)).toBeUndefined();
    expect(history.stateAt(0)).toBeUndefined();
    const [message] = selectMessages(history.stateAt(1) ?? store.getState(), "s1");
    expect(message?.content).toEqual([{ type: "text", text: "a" }]);
  });

  it("keeps the shown state after its entry is dropped", () => {
    const { store, history } = storeWithHistory(2);
    store.observe(said("a"));
    history.jumpTo(0);
    const shown = history.getState();
    for (const word of ["b", "c", "d"]) store.observe(said(word));
    expect(history.getState()).toBe(shown);
    expect(history.getSnapshot().position).toBe(0);
    history.step(1);
    expect(history.getSnapshot().position).toBe(1);
  });

  it("drops the bookmarks of dropped entries", () => {
    const { store, history } = storeWithHistory(2);
    for (const word of ["a", "b"]) store.observe(said(word));
    history.bookmark(1, "here");
    history.bookmark(0);
    history.bookmark(7);
    expect(history.getSnapshot().bookmarks).toEqual([
      { index: 0, label: "" },
      { index: 1, label: "here" },
    ]);
    store.observe(said("c"));
    expect(history.getSnapshot().bookmarks).toEqual([{ index: 1, label: "here" }]);
    history.removeBookmark(1);
    expect(history.getSnapshot().bookmarks).toEqual([]);
  });
});

describe("subscribing to a history", () => {
  it("notifies listeners once for a burst of messages", async () => {
    const { store, history } = storeWithHistory();
    const listener = vi.fn<() => void>();
    history.subscribe(listener);
    for (const word of ["a", "b", "c"]) store.observe(said(word));
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("notifies listeners synchronously after user actions", () => {
    const { store, history } = storeWithHistory();
    store.observe(said("a"));
    const listener = vi.fn<() => void>();
    const stop = history.subscribe(listener);
    history.jumpTo(0);
    history.bookmark(0);
    history.goLive();
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    history.jumpTo(0);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it("notifies the other listeners if one throws, and skips one that was removed meanwhile", () => {
    const { store, history } = storeWithHistory();
    store.observe(said("a"));
    const listener = vi.fn<() => void>();
    history.subscribe(() => {
      unsubscribe();
      throw new Error("broken listener");
    });
    const unsubscribe = history.subscribe(() => listener());
    history.subscribe(listener);
    expect(() => history.jumpTo(0)).toThrow("broken listener");
    expect(listener).toHaveBeenCalledTimes(1);
    expect(history.getSnapshot().position).toBe(0);
  });

  it("notifies listeners when the given scheduler runs", () => {
    const store = steadyStore();
    const scheduled: (() => void)[] = [];
    const history = createHistory(store, { scheduler: (flush) => void scheduled.push(flush) });
    const listener = vi.fn<() => void>();
    history.subscribe(listener);
    store.observe(said("a"));
    expect(listener).not.toHaveBeenCalled();
    scheduled.pop()?.();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("returns the same snapshot until something changes", () => {
    const { store, history } = storeWithHistory();
    const before = history.getSnapshot();
    expect(history.getSnapshot()).toBe(before);
    store.observe(said("a"));
    expect(history.getSnapshot()).not.toBe(before);
    expect(history.getSnapshot()).toBe(history.getSnapshot());
  });

  it("notifies listeners once after detach, and never again", async () => {
    const { store, history } = storeWithHistory();
    const listener = vi.fn<() => void>();
    history.subscribe(listener);
    expect(history.getSnapshot().isDetached).toBe(false);
    history.detach();
    history.detach();
    store.observe(said("a"));
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(history.getSnapshot().isDetached).toBe(true);
  });
});
