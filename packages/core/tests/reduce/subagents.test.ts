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
});
