import { serialize } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { recv, sent } from "../support/frames.js";
import { session, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const connection = (store: TrackedStore) => store.getState().connection;
const initialize = sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } });
const initialized = recv({ id: 0, result: { protocolVersion: 1 } });

const prompt = (id: number) =>
  sent({ id, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
const asked = (id: number, toolCallId: string) =>
  recv({
    id,
    method: "session/request_permission",
    params: {
      sessionId: "s1",
      toolCall: { toolCallId },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    },
  });
const allowed = (id: number) =>
  sent({ id, result: { outcome: { outcome: "selected", optionId: "yes" } } });

describe("a second initialize", () => {
  const usedConnection = () => {
    const store = trackedStore();
    for (const frame of [initialize, initialized, prompt(1), asked(0, "ls")]) store.observe(frame);
    return store;
  };

  it("settles what the previous connection left open", () => {
    const store = usedConnection();
    store.observe(initialize);
    expect(connection(store)).toEqual({ status: "connecting" });
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect([...session(store).turns.values()]).toMatchObject([
      { status: "failed", error: { message: "The connection to the agent was lost." } },
    ]);
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "disconnected", settledAt: 5 },
    ]);
    expect(session(store).toolCalls.get("ls")?.phase).toBe("unfinished");
  });

  it("starts the request ids over", () => {
    const store = usedConnection();
    for (const frame of [initialize, initialized, asked(0, "rm"), allowed(0)]) store.observe(frame);
    // The response to a request of the connection before.
    expect(store.observe(recv({ id: 1, result: { stopReason: "end_turn" } }))).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "answer_without_request", value: 1 }],
    });
    expect([...session(store).permissions.values()]).toMatchObject([
      { toolCallId: "ls", status: "cancelled", reason: "disconnected" },
      { toolCallId: "rm", status: "selected", optionId: "yes" },
    ]);
    expect([...session(store).turns.values()].map(({ status }) => status)).toEqual(["failed"]);
  });

  it("closes a session that the previous connection was still loading", () => {
    const store = trackedStore();
    const load = sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/" } });
    for (const frame of [initialize, initialized, load, initialize]) store.observe(frame);
    expect(session(store).closed).toBe(true);
  });

  it("does not lose a connection that offers another version before its first request", () => {
    const store = trackedStore();
    store.observe(initialize);
    store.observe(recv({ id: 0, error: { code: -32022, message: "No version 2." } }));
    for (const frame of [{ ...initialize }, initialized]) store.observe(frame);
    expect(store.events.map(({ type }) => type)).toEqual(["connecting", "connected"]);
  });

  it("leads a recorded trace to the state that it had live", () => {
    const live = usedConnection();
    live.disconnect();
    live.connect();
    for (const frame of [initialize, initialized, asked(0, "rm")]) live.observe(frame);
    const replayed = usedConnection();
    for (const frame of [initialize, initialized, asked(0, "rm")]) replayed.observe(frame);
    const withoutTimes = (store: TrackedStore) =>
      JSON.parse(
        JSON.stringify(serialize(store.getState()), (key, value: unknown) =>
          key.endsWith("At") ? undefined : value,
        ),
      );
    expect(withoutTimes(replayed)).toEqual(withoutTimes(live));
  });
});

it("accepts a response without a request if the observation began in the middle of a connection", () => {
  const store = trackedStore();
  for (const frame of [initialize, initialized, prompt(1)]) store.observe(frame);
  store.disconnect();
  expect(store.observe(recv({ id: 7, result: {} }))).toEqual({ accepted: true, diagnostics: [] });
});

describe("the connection", () => {
  it("is absent until its status is reported", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "plan", entries: [] });
    expect(store.getState()).not.toHaveProperty("connection");
  });

  it("is connecting from the initialize request to its response", () => {
    const store = trackedStore();
    store.observe(initialize);
    expect(connection(store)).toEqual({ status: "connecting" });
    store.observe(initialized);
    expect(connection(store)).toEqual({ status: "ready" });
  });

  it("stays connecting when initialize fails, because another version may be tried", () => {
    const store = trackedStore();
    store.observe(initialize);
    store.observe(recv({ id: 0, error: { code: -32022, message: "no" } }));
    expect(connection(store)).toEqual({ status: "connecting" });
  });

  it("closes with the given reason", () => {
    const store = trackedStore();
    store.disconnect("Gone.");
    expect(connection(store)).toEqual({ status: "closed", reason: "Gone.", endedAt: 1 });
    const before = store.getState();
    store.disconnect("Gone.");
    expect(store.getState()).toBe(before);
  });

  it("closes without a reason if none is given", () => {
    const store = trackedStore();
    store.disconnect();
    expect(connection(store)).toStrictEqual({ status: "closed", endedAt: 1 });
  });

  it("is closed since the first time, and parked until it is connected again", () => {
    let now = 1000;
    const store = trackedStore({ now: () => now });
    store.disconnect("Not needed now.", { parked: true });
    const parked = { status: "closed", reason: "Not needed now.", endedAt: 1000, parked: true };
    expect(connection(store)).toEqual(parked);
    now = 2000;
    store.disconnect("Not needed now.", { parked: true });
    expect(connection(store)).toEqual(parked);
    store.connect();
    expect(connection(store)).toEqual({ status: "connecting" });
  });

  it("is lost until the next attempt, and counts attempts until one succeeds", () => {
    let now = 1000;
    const store = trackedStore({ now: () => now });
    store.disconnect("Gone.", { retry: { attempt: 2, retryIn: 500 } });
    expect(connection(store)).toEqual({
      status: "lost",
      reason: "Gone.",
      attempt: 2,
      retryAt: 1500,
      endedAt: 1000,
    });
    now = 1500;
    store.connect({ attempt: 2 });
    store.observe(initialize);
    expect(connection(store)).toEqual({ status: "connecting", attempt: 2 });
    store.observe(initialized);
    expect(connection(store)).toEqual({ status: "ready" });
    store.connect();
    expect(connection(store)).toStrictEqual({ status: "connecting" });
  });

  it("keeps the attempt number when initialize is only observed", () => {
    const store = trackedStore();
    store.disconnect("Gone.", { retry: { attempt: 2, retryIn: 500 } });
    store.observe(initialize);
    expect(connection(store)).toEqual({ status: "connecting", attempt: 2 });
  });

  it("ends running work and pending requests when it is lost", async () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
    const answer = store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "c" },
      options,
    });
    store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } });
    expect(await answer).toEqual({ outcome: { outcome: "cancelled" } });
    expect(session(store).turns.get(turnId)).toMatchObject({
      status: "failed",
      error: { message: "Gone." },
    });
    expect([...session(store).permissions.values()]).toMatchObject([{ reason: "disconnected" }]);
  });

  it("notifies watchers", () => {
    const store = trackedStore();
    const listener = vi.fn<() => void>();
    store.watch({ type: "state", field: "connection" }, listener);
    store.update({ sessionUpdate: "plan", entries: [] });
    expect(listener).not.toHaveBeenCalled();
    store.connect();
    store.observe(initialized);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("a detached session", () => {
  it("keeps its content and the reason", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "plan", entries: [] });
    store.detachSession("s1", "It cannot be loaded.");
    expect(session(store).detached).toBe("It cannot be loaded.");
    expect(session(store).plans.size).toBe(1);
  });

  it.each([
    ["opened", (store: TrackedStore) => store.openSession({ sessionId: "s1" })],
    [
      "resumed",
      (store: TrackedStore) => {
        store.observe(sent({ id: 1, method: "session/resume", params: { sessionId: "s1" } }));
        expect(session(store).detached).toBe("No.");
        store.observe(recv({ id: 1, result: {} }));
      },
    ],
    ["closed", (store: TrackedStore) => store.closeSession("s1")],
  ])("is reattached when it is %s", (_how, act) => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.detachSession("s1", "No.");
    act(store);
    expect(session(store)).not.toHaveProperty("detached");
  });

  it("is not created from an unknown or closed session", () => {
    const store = trackedStore();
    store.detachSession("nobody", "No.");
    expect(store.getState().sessions.size).toBe(0);
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    store.detachSession("s1", "No.");
    expect(session(store)).not.toHaveProperty("detached");
  });
});
