import { selectMessages, selectToolCall } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import { describe, expect, it, vi } from "vitest";
import { callUpdate, plain, recv, said, sent, steadyStore, toolCall } from "../support/frames.js";

function loggedStore(limit?: number) {
  const store = steadyStore();
  return { store, history: createHistory(store, limit === undefined ? {} : { limit }) };
}

describe("a history", () => {
  it("logs a commit with the message that caused it", () => {
    const { store, history } = loggedStore();
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
    const { store, history } = loggedStore();
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

  it("puts what is wrong with a message into its entry", () => {
    const { store, history } = loggedStore();
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

  it("gives each commit of one message an entry", () => {
    const { store, history } = loggedStore();
    const frame = sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } });
    store.observe(frame);
    expect(history.entries().map(({ kind }) => kind)).toEqual(["session_opened", "replay_started"]);
    expect(history.entry(0)?.frame).toBe(history.entry(1)?.frame);
  });

  it("logs what the user does as local", () => {
    const { store, history } = loggedStore();
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

  it("keeps apart what a listener does during a message", () => {
    const { store, history } = loggedStore();
    store.watch({ type: "table", sessionId: "s1", table: "toolCalls" }, () =>
      store.cancelTurn("s1"),
    );
    store.startTurn("s1");
    store.observe(toolCall("call_1"));
    const kinds = history.entries().map(({ direction, kind }) => `${direction} ${kind}`);
    expect(kinds).toEqual(["local turn_started", "recv tool_call", "local turn_cancelled"]);
  });

  it("shows the past while traffic goes on", () => {
    const { store, history } = loggedStore();
    store.observe(toolCall("call_1"));
    store.observe(callUpdate("call_1", { status: "in_progress" }));
    history.jump(0);
    store.observe(callUpdate("call_1", { status: "completed" }));
    expect(selectToolCall(history.getState(), "s1", "call_1")?.status).toBe("pending");
    expect(selectToolCall(store.getState(), "s1", "call_1")?.status).toBe("completed");
    history.step(1);
    expect(selectToolCall(history.getState(), "s1", "call_1")?.status).toBe("in_progress");
    history.live();
    expect(history.getState()).toBe(store.getState());
  });

  it("never disturbs the store", () => {
    const { store, history } = loggedStore();
    for (const word of ["a", "b", "c"]) store.observe(said(word));
    const before = store.getState();
    const heard = vi.fn<() => void>();
    store.subscribe(heard);
    history.jump(0);
    history.step(1);
    history.live();
    expect(store.getState()).toBe(before);
    expect(heard).not.toHaveBeenCalled();
  });

  it("starts with the state that it was attached to", () => {
    const store = steadyStore();
    store.observe(said("early"));
    const before = store.getState();
    const history = createHistory(store);
    store.observe(said(" late"));
    expect(plain(history.stateAt(-1))).toEqual(plain(before));
    expect(history.getSnapshot()).toMatchObject({ first: 0, end: 1 });
  });

  it("stays within its ends when it steps", () => {
    const { store, history } = loggedStore();
    for (const word of ["a", "b"]) store.observe(said(word));
    history.step(-10);
    expect(history.getSnapshot().position).toBe(-1);
    history.step(10);
    expect(history.getSnapshot().position).toBe(1);
    history.jump(1000);
    expect(history.getSnapshot().position).toBe(1);
  });

  it("answers for what it does not have with nothing", () => {
    const { store, history } = loggedStore();
    store.observe(said("a"));
    for (const index of [-2, 1, 0.5, Number.NaN]) {
      expect(history.stateAt(index)).toBeUndefined();
      expect(history.entry(index)).toBeUndefined();
    }
    expect(history.entries(5, 9)).toEqual([]);
  });

  it("keeps the log when it is detached", () => {
    const { store, history } = loggedStore();
    store.observe(said("a"));
    const end = store.getState();
    history.detach();
    store.observe(said("b"));
    expect(history.entries()).toHaveLength(1);
    expect(history.getState()).toBe(end);
    expect(plain(history.stateAt(-1))).toEqual(plain(store.getInitialState()));
  });

  it("refuses a limit that is none", () => {
    expect(() => createHistory(steadyStore(), { limit: 0 })).toThrow(RangeError);
    expect(() => createHistory(steadyStore(), { limit: 1.5 })).toThrow("not 1.5");
  });
});

describe("the bound of a history", () => {
  it("lets the oldest entries go, and says how many", () => {
    const { store, history } = loggedStore(3);
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

  it("keeps showing a state whose entry is gone", () => {
    const { store, history } = loggedStore(2);
    store.observe(said("a"));
    history.jump(0);
    const shown = history.getState();
    for (const word of ["b", "c", "d"]) store.observe(said(word));
    expect(history.getState()).toBe(shown);
    expect(history.getSnapshot().position).toBe(0);
    history.step(1);
    expect(history.getSnapshot().position).toBe(1);
  });

  it("forgets the bookmarks of what is gone", () => {
    const { store, history } = loggedStore(2);
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
    history.unbookmark(1);
    expect(history.getSnapshot().bookmarks).toEqual([]);
  });
});

describe("the listeners of a history", () => {
  it("hear of a burst once", async () => {
    const { store, history } = loggedStore();
    const heard = vi.fn<() => void>();
    history.subscribe(heard);
    for (const word of ["a", "b", "c"]) store.observe(said(word));
    expect(heard).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it("hear at once of what the user does", () => {
    const { store, history } = loggedStore();
    store.observe(said("a"));
    const heard = vi.fn<() => void>();
    const stop = history.subscribe(heard);
    history.jump(0);
    history.bookmark(0);
    history.live();
    expect(heard).toHaveBeenCalledTimes(3);
    stop();
    history.jump(0);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it("all hear of it, also when one of them throws or leaves", () => {
    const { store, history } = loggedStore();
    store.observe(said("a"));
    const heard = vi.fn<() => void>();
    history.subscribe(() => {
      leave();
      throw new Error("broken listener");
    });
    const leave = history.subscribe(() => heard());
    history.subscribe(heard);
    expect(() => history.jump(0)).toThrow("broken listener");
    expect(heard).toHaveBeenCalledTimes(1);
    expect(history.getSnapshot().position).toBe(0);
  });

  it("run when the given scheduler says", () => {
    const store = steadyStore();
    const waiting: (() => void)[] = [];
    const history = createHistory(store, { scheduler: (flush) => void waiting.push(flush) });
    const heard = vi.fn<() => void>();
    history.subscribe(heard);
    store.observe(said("a"));
    expect(heard).not.toHaveBeenCalled();
    waiting.pop()?.();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it("see the same snapshot until something changes", () => {
    const { store, history } = loggedStore();
    const before = history.getSnapshot();
    expect(history.getSnapshot()).toBe(before);
    store.observe(said("a"));
    expect(history.getSnapshot()).not.toBe(before);
    expect(history.getSnapshot()).toBe(history.getSnapshot());
  });

  it("hear that it is detached, and nothing more", async () => {
    const { store, history } = loggedStore();
    const heard = vi.fn<() => void>();
    history.subscribe(heard);
    expect(history.getSnapshot().isDetached).toBe(false);
    history.detach();
    history.detach();
    store.observe(said("a"));
    await Promise.resolve();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(history.getSnapshot().isDetached).toBe(true);
  });
});
