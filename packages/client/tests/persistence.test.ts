import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectPendingPermissions, selectTurn } from "@acp-store/core";
import { persistSessions } from "@acp-store/persist";
import { createGate, type SessionAccess } from "@acp-store/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  killClient,
  openRequests,
  restartClient,
  textsOf,
  waitUntilAttached,
} from "./support/savedSessions.js";
import { waitForState } from "./support/storeState.js";

afterEach(() => void vi.useRealTimers());

const hello = (sessionId: string) => `agent: Hello from ${sessionId}.`;
const saved = (sessionId: string) => ["user: Go", hello(sessionId)];
const savedInTurn = (sessionId: string) => [...saved(sessionId), "user: Ask", hello(sessionId)];

/** Holds the first session that is opened, after a part of its replay was sent. */
function holdFirst() {
  const gate = createGate();
  let opened = 0;
  return {
    gate,
    async onSession(access: SessionAccess) {
      opened += 1;
      if (opened > 1) return;
      await access.send({
        sessionUpdate: "agent_message_chunk",
        messageId: "partial",
        content: { type: "text", text: "partial" },
      });
      await gate.pass();
    },
  };
}

describe.each([1, 2] as const)("connectAgent with persistence (version %i)", (version) => {
  it("shows the saved transcript, loads it again after a kill in a turn, and answers prompts", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { askInLast: true });
    const [sessionId = ""] = sessionIds;
    const { gate, onSession } = holdFirst();
    const scripted = restartAgent({ onSession });
    const { store, agent } = await restartClient(storage, scripted);
    const prompt = agent.prompt(sessionId, "On");
    await gate.reached;
    expect(textsOf(store.getState(), sessionId).slice(0, 4)).toEqual(savedInTurn(sessionId));
    expect(selectTurn(store.getState(), sessionId)?.status).toBe("interrupted");
    gate.open();
    expect(await prompt).toEqual({ stopReason: "end_turn" });
    expect(openRequests(scripted)).toEqual([{ sessionId, replays: true }]);
    expect(textsOf(store.getState(), sessionId).slice(-2)).toEqual(["user: On", "agent: Done."]);
    const all = textsOf(store.getState(), sessionId);
    expect(all.filter((text) => text === "user: Ask")).toHaveLength(1);
    expect(all.filter((text) => text === hello(sessionId))).toHaveLength(2);
  });

  it("resumes a session that was saved after its turn, and keeps the saved transcript", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent();
    const { store, agent } = await restartClient(storage, scripted);
    expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
    expect(openRequests(scripted)).toEqual([{ sessionId, replays: false }]);
    expect(textsOf(store.getState(), sessionId)).toEqual([
      ...saved(sessionId),
      "user: On",
      "agent: Done.",
    ]);
  });

  it("saves what happens in the opened session", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const second = await restartClient(storage, restartAgent());
    await second.agent.prompt(sessionId, "On");
    await second.agent.close();
    await second.persistence.stop();
    const third = await restartClient(storage, restartAgent());
    expect(textsOf(third.store.getState(), sessionId)).toEqual([
      ...saved(sessionId),
      "user: On",
      "agent: Done.",
    ]);
  });

  it("settles a permission that was pending when the session was saved", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { askInLast: true });
    const [sessionId = ""] = sessionIds;
    const { store } = await restartClient(storage, restartAgent());
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    const state = await waitUntilAttached(store, sessionId);
    expect(selectPendingPermissions(state)).toEqual([]);
  });

  it("keeps a session that the agent refuses to open, with the reason", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { askInLast: true });
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent({
      onSession() {
        throw new Error("The session is broken.");
      },
    });
    const { store, agent } = await restartClient(storage, scripted);
    await expect(agent.prompt(sessionId, "On")).rejects.toMatchObject({
      reason: "detached",
      message: expect.stringContaining("The session is broken."),
    });
    expect(store.getState().sessions.get(sessionId)?.detached).toBe("The session is broken.");
    expect(textsOf(store.getState(), sessionId)).toEqual(savedInTurn(sessionId));
    expect(await agent.closeSession(sessionId)).toEqual({});
    expect(store.getState().sessions.get(sessionId)?.closed).toBe(true);
  });

  it("stops waiting for a load after the time limit, and opens the next session", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {
      sessions: 2,
      askInLast: true,
    });
    const [older = "", newer = ""] = sessionIds;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { gate, onSession } = holdFirst();
    const { store, agent } = await restartClient(storage, restartAgent({ onSession }));
    const prompt = agent.prompt(newer, "On").catch((error: unknown) => error);
    await gate.reached;
    await vi.advanceTimersByTimeAsync(119_000);
    expect(store.getState().sessions.get(older)?.restored).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await prompt).toMatchObject({ reason: "detached" });
    expect(store.getState().sessions.get(newer)?.detached).toContain("did not answer");
    // On a busy machine, the queue of messages waits for a timer.
    await vi.waitFor(() =>
      expect(textsOf(store.getState(), newer)).toEqual([...savedInTurn(newer), "agent: partial"]),
    );
    vi.useRealTimers();
    expect(await agent.prompt(older, "On")).toEqual({ stopReason: "end_turn" });
    gate.open();
  });

  it("opens a session after a reconnect if the agent is killed during a load", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {
      sessions: 2,
      askInLast: true,
    });
    const [older = "", newer = ""] = sessionIds;
    const { gate, onSession } = holdFirst();
    const scripted = restartAgent({ onSession });
    const { store, agent } = await restartClient(storage, scripted);
    const prompt = agent.prompt(newer, "On");
    await gate.reached;
    scripted.crash("Gone.");
    await expect(prompt).rejects.toMatchObject({ reason: "lost" });
    expect(textsOf(store.getState(), newer)).toEqual([...savedInTurn(newer), "agent: partial"]);
    expect(store.getState().sessions.get(newer)?.detached).toContain("has not opened it yet");
    await waitUntilAttached(store, newer);
    expect(await agent.prompt(newer, "Again")).toEqual({ stopReason: "end_turn" });
    const texts = textsOf(store.getState(), newer);
    expect(texts.slice(0, 3)).toEqual(savedInTurn(newer).slice(0, 3));
    expect(texts.filter((text) => text === hello(newer))).toHaveLength(2);
    // The agent has kept what it sent before it was killed.
    expect(texts.filter((text) => text === "agent: partial")).toHaveLength(1);
    expect(store.getState().sessions.get(older)?.detached).toContain("has not opened it yet");
    expect(textsOf(store.getState(), older)).toEqual(saved(older));
  });

  it("sends queued prompts once after the user has released them during the load", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { askInLast: true });
    const [sessionId = ""] = sessionIds;
    const { gate, onSession } = holdFirst();
    const { store } = await restartClient(storage, restartAgent({ onSession }));
    store.queuePrompt(sessionId, [{ type: "text", text: "Then" }]);
    await gate.reached;
    store.releaseQueue(sessionId);
    expect(store.getState().sessions.get(sessionId)?.queue).toHaveLength(1);
    gate.open();
    await waitForState(store, (state) => textsOf(state, sessionId).includes("agent: Done."));
    const texts = textsOf(store.getState(), sessionId);
    expect(texts.filter((text) => text === "user: Then")).toHaveLength(1);
    expect(store.getState().sessions.get(sessionId)?.queue).toEqual([]);
  });

  it("keeps the saved queue until the user releases it", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const before = await restartClient(storage, restartAgent());
    before.store.queuePrompt(sessionId, [{ type: "text", text: "Then" }]);
    await before.persistence.stop();
    const scripted = restartAgent();
    const { store, agent } = await restartClient(storage, scripted);
    await agent.listSessions();
    expect(openRequests(scripted)).toEqual([]);
    expect(store.getState().sessions.get(sessionId)).toMatchObject({
      queue: [{ prompt: [{ text: "Then" }] }],
      queueHeld: true,
    });
    store.releaseQueue(sessionId);
    await waitForState(store, (state) => textsOf(state, sessionId).includes("agent: Done."));
    expect(textsOf(store.getState(), sessionId)).toEqual([
      ...saved(sessionId),
      "user: Then",
      "agent: Done.",
    ]);
  });

  it("resolves a prompt as cancelled as soon as its signal is aborted during the load", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const { gate, onSession } = holdFirst();
    const { store, agent } = await restartClient(storage, restartAgent({ onSession }));
    const abort = new AbortController();
    const prompt = agent.prompt(sessionId, "On", { signal: abort.signal });
    await gate.reached;
    abort.abort();
    expect(await prompt).toEqual({ stopReason: "cancelled" });
    gate.open();
    await waitUntilAttached(store, sessionId);
    expect(textsOf(store.getState(), sessionId)).not.toContain("user: On");
  });

  it("waits for the load before the application loads the same session", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, { askInLast: true });
    const [sessionId = ""] = sessionIds;
    const { gate, onSession } = holdFirst();
    const { store, agent } = await restartClient(storage, restartAgent({ onSession }));
    await gate.reached;
    const loaded = agent.loadSession({ sessionId, cwd: "/w" });
    const abort = new AbortController();
    const aborted = agent.loadSession({ sessionId, cwd: "/w" }, { signal: abort.signal });
    abort.abort(new Error("Changed my mind."));
    await expect(aborted).rejects.toThrow("Changed my mind.");
    gate.open();
    await loaded;
    const texts = textsOf(store.getState(), sessionId);
    expect(texts.filter((text) => text === "user: Ask")).toHaveLength(1);
  });

  it("opens the sessions when the user has signed in", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent({ signIn: { methods: [{ id: "key", name: "Key" }] } });
    const { store, agent } = await restartClient(storage, scripted);
    await expect(agent.prompt(sessionId, "On")).rejects.toMatchObject({ reason: "detached" });
    expect(store.getState().agent.auth?.status).toBe("required");
    await agent.authenticate("key");
    await waitUntilAttached(store, sessionId);
    expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
  });

  it("opens the sessions of an earlier connection of the same store", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const { store, persistence, agent } = await restartClient(storage, restartAgent());
    await agent.prompt(sessionId, "On");
    await agent.close();
    const scripted = restartAgent();
    const next = await connectAgent(store, scripted.connect, { persistence });
    expect(await next.prompt(sessionId, "Again")).toEqual({ stopReason: "end_turn" });
    expect(openRequests(scripted)).toEqual([{ sessionId, replays: false }]);
    expect(textsOf(store.getState(), sessionId)).toEqual([
      ...saved(sessionId),
      "user: On",
      "agent: Done.",
      "user: Again",
      "agent: Done.",
    ]);
    await next.close();
  });

  it("ends the wait of a prompt when the connection is closed", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(version, {});
    const [sessionId = ""] = sessionIds;
    const { gate, onSession } = holdFirst();
    const { agent } = await restartClient(storage, restartAgent({ onSession }));
    const prompt = agent.prompt(sessionId, "On");
    await gate.reached;
    void agent.close();
    await expect(prompt).rejects.toMatchObject({ reason: "closed" });
    gate.open();
  });
});

describe("connectAgent with persistence and an agent of version 1", () => {
  it("resumes a session that was saved in a turn if the agent cannot load it", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(1, { askInLast: true });
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent({ features: ["resume"] });
    const { store, agent } = await restartClient(storage, scripted);
    expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
    expect(openRequests(scripted)).toEqual([{ sessionId, replays: false }]);
    expect(textsOf(store.getState(), sessionId)).toEqual([
      ...savedInTurn(sessionId),
      "user: On",
      "agent: Done.",
    ]);
  });

  it("loads a complete session if the agent cannot resume it", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(1, {});
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent({ features: ["load"] });
    const { store, agent } = await restartClient(storage, scripted);
    expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
    expect(openRequests(scripted)).toEqual([{ sessionId, replays: true }]);
    expect(textsOf(store.getState(), sessionId)).toEqual([
      ...saved(sessionId),
      "user: On",
      "agent: Done.",
    ]);
  });

  it("keeps sessions readable if the agent can neither load nor resume them", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(1, {});
    const [sessionId = ""] = sessionIds;
    const scripted = restartAgent({ features: [] });
    const { store, agent } = await restartClient(storage, scripted);
    await expect(agent.prompt(sessionId, "On")).rejects.toMatchObject({ reason: "detached" });
    expect(store.getState().sessions.get(sessionId)?.detached).toBe(
      "This agent cannot load sessions from an earlier connection.",
    );
    expect(textsOf(store.getState(), sessionId)).toEqual(saved(sessionId));
    expect(openRequests(scripted)).toEqual([]);
    expect(await agent.newSession({ cwd: "/w" })).toHaveProperty("sessionId");
  });

  it("opens neither the sessions of subagents, nor those without a directory", async () => {
    const { storage, sessionIds, restartAgent } = await killClient(1, {});
    const [sessionId = ""] = sessionIds;
    const before = createAcpStore({ scheduler: "sync" });
    const saving = persistSessions(before, storage);
    const chunk = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "a" } };
    before.ingest({ sessionId: "parent", update: chunk });
    before.ingest({
      sessionId: "parent",
      update: { sessionUpdate: "subagent_update", sessionId: "child" },
    });
    before.openSession({ sessionId: "child", cwd: "/w" });
    before.ingest({ sessionId: "child", update: chunk });
    await saving.stop();
    const scripted = restartAgent();
    const { store, agent } = await restartClient(storage, scripted);
    await agent.prompt(sessionId, "On");
    expect(openRequests(scripted).map((request) => request.sessionId)).toEqual([sessionId]);
    const { sessions } = store.getState();
    expect(sessions.get("parent")?.detached).toContain("has no working directory");
    expect(sessions.get("child")?.restored).toBe(true);
  });
});

describe("a storage that cannot be read", () => {
  it("rejects with the reason, and leaves the store ready for another attempt", async () => {
    const { sessionIds, storage, restartAgent } = await killClient(1, {});
    const list = vi.spyOn(storage, "list").mockRejectedValueOnce(new Error("The disk is gone."));
    const { connect } = restartAgent();
    const source = vi.fn(connect);
    const error: unknown = await restartClient(storage, { connect: source }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({
      reason: "closed",
      message: "The saved sessions could not be restored: The disk is gone.",
      cause: { message: "The disk is gone." },
    });
    expect(source).not.toHaveBeenCalled();
    const { agent } = await restartClient(storage, { connect: source });
    expect(list).toHaveBeenCalledTimes(2);
    expect(await agent.prompt(sessionIds[0] ?? "", "On")).toEqual({ stopReason: "end_turn" });
  });

  it("does not keep connectAgent from being aborted", async () => {
    const { restartAgent } = await killClient(1, {});
    const abort = new AbortController();
    const store = createAcpStore();
    const connected = connectAgent(store, restartAgent().connect, {
      persistence: { restore: () => new Promise(() => {}) },
      signal: abort.signal,
    });
    abort.abort();
    await expect(connected).rejects.toMatchObject({ reason: "closed" });
  });
});
