import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { session, text, trackedStore } from "../support/trackedStore.js";

const cancelled = (requestId: number) =>
  sent({ method: "$/cancel_request", params: { requestId } });
const load = (id: number) =>
  sent({ id, method: "session/load", params: { sessionId: "s1", cwd: "/w", mcpServers: [] } });
const chunk = { sessionUpdate: "agent_message_chunk", content: text("Late") };

describe("a cancelled request", () => {
  it("closes a session that is created all the same, and rejects its updates", () => {
    const store = trackedStore();
    store.observe(sent({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } }));
    store.observe(cancelled(1));
    store.observe(recv({ id: 1, result: { sessionId: "s1" } }));
    expect(session(store).closed).toBe(true);
    expect(store.update(chunk)).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "session_closed" }],
    });
  });

  it("leaves no session when the agent confirms the cancel of session/new", () => {
    const store = trackedStore();
    store.observe(sent({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } }));
    store.observe(cancelled(1));
    store.observe(recv({ id: 1, error: { code: -32800, message: "Cancelled" } }));
    expect(store.getState().sessions.size).toBe(0);
  });

  it("closes the session that it would have loaded, and ignores a late answer", () => {
    const store = trackedStore();
    store.observe(load(1));
    store.observe(cancelled(1));
    expect(session(store).closed).toBe(true);
    store.observe(recv({ id: 1, result: {} }));
    expect(session(store).closed).toBe(true);
  });

  it("does not affect the session after it is loaded again", () => {
    const store = trackedStore();
    store.observe(load(1));
    store.observe(cancelled(1));
    store.observe(load(2));
    store.observe(recv({ id: 2, result: {} }));
    store.observe(recv({ id: 1, error: { code: -32800, message: "Cancelled" } }));
    store.disconnect();
    expect(session(store)).not.toHaveProperty("closed");
  });

  it("still ends the replay of a session that was open before", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1", cwd: "/w" });
    store.observe(load(1));
    store.observe(cancelled(1));
    expect(session(store).replaying).toBe(true);
    store.observe(recv({ id: 1, error: { code: -32800, message: "Cancelled" } }));
    expect(session(store)).not.toHaveProperty("replaying");
    expect(session(store)).not.toHaveProperty("closed");
  });

  it("is ignored when it names no request of the client", () => {
    const store = trackedStore();
    const before = store.getState();
    for (const params of [{ requestId: 9 }, { requestId: null }, {}, null])
      expect(store.observe(sent({ method: "$/cancel_request", params })).accepted).toBe(true);
    expect(store.getState()).toBe(before);
  });
});
