import { describe, expect, it } from "vitest";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const say = (value: string, sessionUpdate = "agent_message_chunk") => ({
  sessionUpdate,
  content: text(value),
});
const call = (toolCallId: string, status: string) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: "T",
  status,
});
const texts = (store: TrackedStore) =>
  [...session(store).messages.values()].map(
    ({ role, content }) =>
      `${role}: ${content.map((b) => (b.type === "text" ? b.text : "")).join("")}`,
  );

function withTranscript(): TrackedStore {
  const store = trackedStore();
  store.startTurn("s1", [text("Fix it")]);
  store.update(say("Done."));
  store.update(call("c1", "completed"));
  store.update({ sessionUpdate: "plan", entries: [] });
  store.endTurn("s1", { stopReason: "end_turn" });
  return store;
}

function sendTranscript(store: TrackedStore): void {
  store.update(say("Fix it", "user_message_chunk"));
  store.update(say("Done."));
  store.update(call("c1", "completed"));
}

const load = (id: number, method = "session/load", extra: object = {}) => ({
  dir: "sent" as const,
  msg: { id, method, params: { sessionId: "s1", cwd: "/w", ...extra } },
});
const answer = (id: number, body: object = { result: {} }) => ({
  dir: "recv" as const,
  msg: { id, ...body },
});

describe("a replay", () => {
  it("rebuilds the transcript without doubling it", async () => {
    const store = withTranscript();
    await store.replay("s1", () => Promise.resolve(sendTranscript(store)));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    expect(session(store).timeline.map(({ type }) => type)).toEqual([
      "message",
      "message",
      "tool_call",
    ]);
    expect(session(store).turns.size).toBe(0);
    expect(session(store).plans.size).toBe(0);
  });

  it("keeps the old transcript until the new one begins", () => {
    const store = withTranscript();
    void store.replay("s1", () => new Promise(() => {}));
    store.update({ sessionUpdate: "available_commands_update", availableCommands: [] });
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    store.update(say("New", "user_message_chunk"));
    expect(texts(store)).toEqual(["user: New"]);
  });

  it("keeps the old transcript if nothing comes before the next prompt", async () => {
    const store = withTranscript();
    await store.replay("s1", () => Promise.resolve());
    store.startTurn("s1", [text("Go on")]);
    store.update(say("Going on."));
    expect(texts(store)).toEqual([
      "user: Fix it",
      "agent: Done.",
      "user: Go on",
      "agent: Going on.",
    ]);
  });

  it("keeps the old transcript if it fails, and passes the error on", async () => {
    const store = withTranscript();
    const broken = store.replay("s1", () => Promise.reject(new Error("no such session")));
    await expect(broken).rejects.toThrow("no such session");
    store.update(say(" Late."));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  Late."]);
  });

  it("keeps the requests that wait, with their calls", () => {
    const store = withTranscript();
    void store.requestPermission(
      { sessionId: "s1", toolCall: { toolCallId: "c2" }, options: [] },
      { requestId: 1 },
    );
    void store.replay("s1", () => new Promise(() => {}));
    sendTranscript(store);
    expect(session(store).permissions.get("1")?.status).toBe("pending");
    expect(session(store).timeline.slice(0, 2)).toEqual([
      { type: "tool_call", id: "c2" },
      { type: "permission", id: "1" },
    ]);
    expect([...session(store).toolCalls.keys()]).toEqual(["c2", "c1"]);
  });

  it("is over when the connection is lost: what comes after a new one is no part of it", () => {
    const store = withTranscript();
    void store.replay("s1", () => new Promise(() => {}));
    store.disconnect();
    store.update(say(" More."));
    expect(session(store)).not.toHaveProperty("replaying");
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  More."]);
  });

  it("leaves nothing running that was unfinished in it", async () => {
    const store = trackedStore();
    await store.replay("s1", async () => {
      store.update(call("c1", "in_progress"));
    });
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      stale: true,
    });
  });
});

describe("an observed load", () => {
  it("is a replay", () => {
    const store = withTranscript();
    store.observe(load(1));
    sendTranscript(store);
    store.observe(answer(1, { result: { modes: { currentModeId: "ask", availableModes: [] } } }));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    expect(session(store)).toMatchObject({ cwd: "/w", modes: { currentModeId: "ask" } });
    expect(session(store)).not.toHaveProperty("replaying");
  });

  it("may bring the transcript after its answer", () => {
    const store = withTranscript();
    store.observe(load(1));
    store.observe(answer(1));
    sendTranscript(store);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });

  it("leaves nothing running once the next prompt is sent, if it comes after its answer", () => {
    const store = withTranscript();
    store.observe(load(1));
    store.observe(answer(1));
    store.update(call("c1", "in_progress"));
    store.startTurn("s1", [text("Go on")]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      stale: true,
    });
  });

  it("that fails changes nothing", () => {
    const store = withTranscript();
    store.observe(load(1));
    store.observe(answer(1, { error: { code: -32002, message: "Not found" } }));
    store.update(say(" More."));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  More."]);
  });

  it("opens a closed session again", () => {
    const store = withTranscript();
    store.closeSession("s1");
    store.observe(load(1));
    sendTranscript(store);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });
});

describe("an observed resume", () => {
  it("keeps the transcript", () => {
    const store = withTranscript();
    store.observe(load(1, "session/resume"));
    store.observe(answer(1));
    store.update(say(" More."));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  More."]);
  });

  it("from the start is a replay", () => {
    const store = withTranscript();
    store.observe(load(1, "session/resume", { replayFrom: { type: "start" } }));
    sendTranscript(store);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });
});
