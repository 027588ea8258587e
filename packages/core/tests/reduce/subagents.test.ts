import { describe, expect, it } from "vitest";
import { observeCleanly, storeAfterFrames, prompted, recv, updated } from "../support/frames.js";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

describe.each([1, 2] as const)("a subagent in protocol version %s", (protocolVersion) => {
  const storeWithSubagent = () => {
    const store = trackedStore({ protocolVersion });
    store.update({
      sessionUpdate: "subagent_update",
      sessionId: "child",
      title: "Explore",
      cwd: "/w",
      state: { state: "running" },
      capabilities: { cancel: {} },
    });
    return store;
  };

  it("is listed by its parent and has its own session", () => {
    const store = storeWithSubagent();
    expect(session(store).subagents.get("child")).toMatchObject({
      title: "Explore",
      capabilities: { cancel: {} },
    });
    expect(session(store).timeline).toEqual([{ type: "subagent", id: "child" }]);
    expect(store.getState().sessions.get("child")).toMatchObject({
      parentSessionId: "s1",
      cwd: "/w",
      activity: "running",
    });
  });

  it("keeps absent fields and clears with null", () => {
    const store = storeWithSubagent();
    store.update({
      sessionUpdate: "subagent_update",
      sessionId: "child",
      title: null,
      state: { state: "idle" },
    });
    expect(session(store).subagents.get("child")).toEqual({
      sessionId: "child",
      cwd: "/w",
      capabilities: { cancel: {} },
      state: { state: "idle" },
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
    });
    expect(store.getState().sessions.get("child")?.activity).toBe("idle");
  });

  it("keeps its directory and activity if they are absent", () => {
    const store = storeWithSubagent();
    const before = store.getState().sessions.get("child");
    store.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    expect(store.getState().sessions.get("child")).toBe(before);
  });

  it("accepts an unknown state", () => {
    const store = storeWithSubagent();
    const state = { state: "_dreaming" };
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", state });
    expect(store.getState().sessions.get("child")?.activity).toBe("unknown");
  });

  it("patches its metadata by key", () => {
    const store = storeWithSubagent();
    const update = { sessionUpdate: "subagent_update", sessionId: "child" };
    store.update({ ...update, _meta: { a: 1, b: 1 } });
    store.update({ ...update, _meta: { a: null } });
    expect(session(store).subagents.get("child")?._meta).toEqual({ b: 1 });
  });

  it("does not change when an update is repeated", () => {
    const store = storeWithSubagent();
    const before = store.getState();
    store.update({
      sessionUpdate: "subagent_update",
      sessionId: "child",
      state: { state: "running" },
    });
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", title: undefined });
    expect(store.getState()).toBe(before);
  });

  it("is created from its id alone", () => {
    const store = trackedStore({ protocolVersion });
    store.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    expect(session(store).subagents.get("child")).toStrictEqual({ sessionId: "child" });
    expect(store.getState().sessions.get("child")).toMatchObject({ activity: "idle" });
    expect(store.getState().sessions.get("child")).not.toHaveProperty("cwd");
  });

  it("requests permission under its own id", () => {
    const store = storeWithSubagent();
    void store.requestPermission({
      sessionId: "child",
      toolCall: { toolCallId: "c" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
    expect(store.getState().sessions.get("child")?.permissions.size).toBe(1);
  });
});

describe("the state that a parent reports for its child", () => {
  const parentReports = (state: object | null, extra: object = {}) =>
    updated({ sessionUpdate: "subagent_update", sessionId: "child", state, ...extra });
  const childReports = (state: object) =>
    updated({ sessionUpdate: "state_update", ...state }, "child");
  const end = { state: "idle", stopReason: "end_turn" };
  const prompt = [
    parentReports({ state: "idle" }),
    prompted(1, "Go", "child"),
    recv({ id: 1, result: { messageId: "m1" } }),
    childReports({ state: "running" }),
  ];
  const child = (store: TrackedStore) => store.getState().sessions.get("child");

  it.each([
    ["the child", [childReports(end), parentReports(end)]],
    ["its parent", [parentReports(end), childReports(end)]],
  ])("ends the turns of the child once if %s reports it first", (_name, frames) => {
    const store = storeAfterFrames(2, ...prompt, ...frames);
    expect(child(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect([...(child(store)?.turns.values() ?? [])]).toMatchObject([
      { status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("does not confirm a cancel before idle", () => {
    const store = storeAfterFrames(2, ...prompt);
    store.cancelTurn("child");
    for (const state of [{ state: "running" }, null]) {
      observeCleanly(store, parentReports(state));
      expect(child(store)?.activity).toBe("cancelling");
    }
    observeCleanly(store, parentReports({ state: "idle", stopReason: "cancelled" }));
    expect(child(store)?.activity).toBe("idle");
  });

  it("ignores null fields", () => {
    const background = [{ type: "terminal", terminalId: "t1" }];
    const store = storeAfterFrames(2, ...prompt, parentReports({ state: "running", background }));
    observeCleanly(
      store,
      parentReports({ state: "idle", background: null, stopReason: null, usage: null }),
    );
    expect(child(store)).toMatchObject({ activity: "idle", background });
    for (const field of ["stopReason", "usage"])
      expect([...(child(store)?.turns.values() ?? [])][0]).not.toHaveProperty(field);
  });

  it("sets the child's activity to unknown when it is cleared", () => {
    const store = storeAfterFrames(2, parentReports({ state: "running" }), parentReports(null));
    expect(child(store)?.activity).toBe("unknown");
    expect(session(store).subagents.get("child")).not.toHaveProperty("state");
  });

  it("does not reopen a child that the user closed", () => {
    const store = storeAfterFrames(2, ...prompt);
    store.closeSession("child");
    const before = child(store);
    observeCleanly(store, parentReports({ state: "running" }, { cwd: "/w" }));
    expect(child(store)).toBe(before);
  });

  it("sets the child's background work and directory", () => {
    const background = [{ type: "terminal", terminalId: "t1" }];
    const store = storeAfterFrames(
      2,
      parentReports({ state: "running", background }, { cwd: "/w" }),
    );
    expect(child(store)).toMatchObject({ background, cwd: "/w" });
    observeCleanly(store, parentReports({ state: "idle", background: [] }, { cwd: null }));
    expect(child(store)).toMatchObject({ background: [] });
    expect(child(store)).not.toHaveProperty("cwd");
  });
});

describe("a version 1 subagent whose parent is cancelled", () => {
  const childReports = (store: TrackedStore, update: object) =>
    store.ingest({ sessionId: "child", update });
  const call = (toolCallId: string, status = "in_progress") => ({
    sessionUpdate: "tool_call_update",
    toolCallId,
    status,
  });
  const ask = (store: TrackedStore) =>
    store.requestPermission({ sessionId: "child", toolCall: { toolCallId: "c1" }, options: [] });
  const child = (store: TrackedStore) => store.getState().sessions.get("child");
  const statuses = (store: TrackedStore) =>
    [...(child(store)?.toolCalls.values() ?? [])].map(({ status, phase }) =>
      phase === "unfinished" ? `${status} unfinished` : status,
    );
  function storeWithRunningSubagent(): TrackedStore {
    const store = trackedStore();
    store.startTurn("s1");
    const state = { state: "running" };
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", state });
    childReports(store, call("c1"));
    return store;
  }

  it("is cancelled too, and its requests are settled", async () => {
    const store = storeWithRunningSubagent();
    const answer = ask(store);
    store.cancelTurn("s1");
    await expect(answer).resolves.toEqual({ outcome: { outcome: "cancelled" } });
    childReports(store, call("c1"));
    expect(child(store)?.activity).toBe("cancelling");
    expect(statuses(store)).toEqual(["cancelled"]);
  });

  it("has no running calls or pending requests when the turn ends", async () => {
    const store = storeWithRunningSubagent();
    store.cancelTurn("s1");
    childReports(store, call("c2"));
    const answer = ask(store);
    store.endTurn("s1", { stopReason: "cancelled" });
    await expect(answer).resolves.toEqual({ outcome: { outcome: "cancelled" } });
    expect(child(store)?.activity).toBe("idle");
    expect(statuses(store)).toEqual(["cancelled", "in_progress unfinished"]);
    expect([...(child(store)?.permissions.values() ?? [])]).toMatchObject([
      { status: "cancelled", reason: "turn_ended" },
    ]);
  });

  it("does not affect an unrelated session", () => {
    const store = storeWithRunningSubagent();
    const other = (update: object) => store.ingest({ sessionId: "other", update });
    other(call("c1"));
    const before = store.getState().sessions.get("other");
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(store.getState().sessions.get("other")).toBe(before);
  });

  it("continues if it has its own prompt", () => {
    const store = storeWithRunningSubagent();
    store.startTurn("child");
    childReports(store, call("c1"));
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(child(store)?.activity).toBe("running");
    expect(statuses(store)).toEqual(["in_progress"]);
  });

  it("continues in the background when the turn ends normally", () => {
    const store = storeWithRunningSubagent();
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(child(store)?.activity).toBe("running");
    expect(statuses(store)).toEqual(["in_progress"]);
  });
});

describe("a version 2 subagent whose parent is cancelled", () => {
  it("continues until it reports its own end", () => {
    const store = trackedStore({ protocolVersion: 2 });
    store.startTurn("s1");
    const state = { state: "running" };
    store.update({ sessionUpdate: "state_update", ...state });
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", state });
    const before = store.getState().sessions.get("child");
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
    expect(store.getState().sessions.get("child")).toBe(before);
  });
});

describe("a message between sessions", () => {
  it("is upserted and extended by chunks", () => {
    const store = trackedStore();
    const message = { sessionUpdate: "session_message", messageId: "m1", senderSessionId: "s1" };
    store.update({ ...message, recipientSessionId: "child", content: [text("Look")] });
    store.update({
      sessionUpdate: "session_message_chunk",
      messageId: "m1",
      content: text(" here"),
    });
    store.update({ ...message, recipientSessionId: null });
    expect(session(store).sessionMessages.get("m1")).toEqual({
      messageId: "m1",
      senderSessionId: "s1",
      content: [text("Look here")],
    });
    expect(session(store).timeline).toEqual([{ type: "session_message", id: "m1" }]);
  });

  it.each([
    ["starts empty", [{}], { content: [] }],
    ["keeps its content if none is sent", [{ content: [text("a")] }, {}], { content: [text("a")] }],
    [
      "clears its content with null",
      [{ content: [text("a")] }, { content: null }],
      { content: [] },
    ],
    [
      "patches its metadata by key",
      [{ _meta: { a: 1, b: 1 } }, { _meta: { a: null } }],
      { content: [], _meta: { b: 1 } },
    ],
  ])("applies updates: %s", (_name, parts, expected) => {
    const store = trackedStore();
    for (const part of parts)
      store.update({ sessionUpdate: "session_message", messageId: "m1", ...part });
    expect(session(store).sessionMessages.get("m1")).toStrictEqual({
      messageId: "m1",
      ...expected,
    });
  });

  it("is created from its first chunk", () => {
    const store = trackedStore();
    const chunk = { sessionUpdate: "session_message_chunk", messageId: "m1", content: text("a") };
    store.update(chunk);
    expect(session(store).sessionMessages.get("m1")).toEqual({
      messageId: "m1",
      content: [text("a")],
    });
  });
});
