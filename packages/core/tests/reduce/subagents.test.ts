import { describe, expect, it } from "vitest";
import { session, text, trackedStore } from "../support/trackedStore.js";

describe.each([1, 2] as const)("a subagent in protocol version %s", (protocolVersion) => {
  const announced = () => {
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

  it("is listed by its parent and is a session of its own", () => {
    const store = announced();
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

  it("is patched: absent leaves, null clears", () => {
    const store = announced();
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
    });
    expect(store.getState().sessions.get("child")?.activity).toBe("idle");
  });

  it.each([
    ["its folder and what it does are absent", {}],
    ["its folder is null", { cwd: null }],
    ["what it does is null", { state: null }],
  ])("goes on as it was where %s", (_name, fields) => {
    const store = announced();
    const before = store.getState().sessions.get("child");
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", ...fields });
    expect(store.getState().sessions.get("child")).toBe(before);
  });

  it("may do what is not known", () => {
    const store = announced();
    const state = { state: "_dreaming" };
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", state });
    expect(store.getState().sessions.get("child")?.activity).toBe("unknown");
  });

  it("patches its metadata by key", () => {
    const store = announced();
    const update = { sessionUpdate: "subagent_update", sessionId: "child" };
    store.update({ ...update, _meta: { a: 1, b: 1 } });
    store.update({ ...update, _meta: { a: null } });
    expect(session(store).subagents.get("child")?._meta).toEqual({ b: 1 });
  });

  it("changes nothing when the same is said again", () => {
    const store = announced();
    const before = store.getState();
    store.update({
      sessionUpdate: "subagent_update",
      sessionId: "child",
      state: { state: "running" },
    });
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", title: undefined });
    expect(store.getState()).toBe(before);
  });

  it("begins with its id alone", () => {
    const store = trackedStore({ protocolVersion });
    store.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    expect(session(store).subagents.get("child")).toStrictEqual({ sessionId: "child" });
    expect(store.getState().sessions.get("child")).toMatchObject({ activity: "idle" });
    expect(store.getState().sessions.get("child")).not.toHaveProperty("cwd");
  });

  it("asks for permission under its own id", () => {
    const store = announced();
    void store.requestPermission({
      sessionId: "child",
      toolCall: { toolCallId: "c" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
    expect(store.getState().sessions.get("child")?.permissions.size).toBe(1);
  });
});

describe("a message between sessions", () => {
  it("is upserted, and grows by chunks", () => {
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
    ["is empty at first", [{}], { content: [] }],
    ["keeps content that is absent", [{ content: [text("a")] }, {}], { content: [text("a")] }],
    ["loses content that is null", [{ content: [text("a")] }, { content: null }], { content: [] }],
    [
      "patches its metadata by key",
      [{ _meta: { a: 1, b: 1 } }, { _meta: { a: null } }],
      { content: [], _meta: { b: 1 } },
    ],
  ])("%s", (_name, parts, expected) => {
    const store = trackedStore();
    for (const part of parts)
      store.update({ sessionUpdate: "session_message", messageId: "m1", ...part });
    expect(session(store).sessionMessages.get("m1")).toStrictEqual({
      messageId: "m1",
      ...expected,
    });
  });

  it("begins with its first chunk", () => {
    const store = trackedStore();
    const chunk = { sessionUpdate: "session_message_chunk", messageId: "m1", content: text("a") };
    store.update(chunk);
    expect(session(store).sessionMessages.get("m1")).toEqual({
      messageId: "m1",
      content: [text("a")],
    });
  });
});
