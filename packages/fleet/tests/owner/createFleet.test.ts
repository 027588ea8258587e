import { type AcpStore, selectMessages, selectTurn } from "@acp-store/core";
import { createFleet } from "@acp-store/fleet/owner";
import { memoryStorage } from "@acp-store/persist";
import { type AgentScript, createGate } from "@acp-store/testing";
import { describe, expect, it, vi } from "vitest";
import { testAgent, testFleet, waitForAsk } from "../support/agents.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const FOLDER = { cwd: "/w" };

function texts(store: AcpStore, sessionId: string): readonly string[] {
  return selectMessages(store.getState(), sessionId).map(({ content: [block] }) =>
    block?.type === "text" ? block.text : "",
  );
}

describe("an agent of a fleet", () => {
  it("starts with the first request, and once for several", async () => {
    const agent = testAgent("a");
    const { fleet, get, status } = testFleet([agent, testAgent("b")]);
    expect(fleet.entries.getState().get("a")).toEqual({ id: "a", name: "A", status: "stopped" });
    expect(agent.starts()).toBe(0);
    const statuses: (string | undefined)[] = [];
    fleet.entries.subscribe((entries) => statuses.push(entries.get("a")?.status));
    const { connection } = get("a");
    const sessions = await Promise.all([
      connection.newSession(FOLDER),
      connection.newSession(FOLDER),
    ]);
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(2);
    expect(statuses).toEqual(["starting", "running"]);
    expect([agent.starts(), status("b")]).toEqual([1, "stopped"]);
  });

  it("keeps its sessions readable while it is stopped, and opens them with the next request", async () => {
    const agent = testAgent("a");
    const { get, status, rows } = testFleet([agent]);
    const { connection, store, stop } = get("a");
    const { sessionId } = await connection.newSession(FOLDER);
    await connection.prompt(sessionId, "One");
    store.markSessionRead(sessionId);
    await stop();
    expect(status("a")).toBe("stopped");
    expect(store.getState().connection).toMatchObject({ status: "closed", parked: true });
    expect(texts(store, sessionId)).toEqual(["One", "Done."]);
    expect(rows()).toEqual([]);
    expect(await connection.prompt(sessionId, "Two")).toEqual({ stopReason: "end_turn" });
    expect(texts(store, sessionId)).toEqual(["One", "Done.", "Two", "Done."]);
    expect(agent.starts()).toBe(2);
  });

  it("starts for a queue that the user resumes, and sends its prompts", async () => {
    const agent = testAgent("a");
    const { get, status } = testFleet([agent]);
    const { connection, store, stop } = get("a");
    const { sessionId } = await connection.newSession(FOLDER);
    await connection.prompt(sessionId, "One");
    await stop();
    store.queuePrompt(sessionId, [{ type: "text", text: "Two" }]);
    await waitForState(store, () => texts(store, sessionId).length === 4);
    expect(texts(store, sessionId)).toEqual(["One", "Done.", "Two", "Done."]);
    expect([agent.starts(), status("a")]).toEqual([2, "running"]);
  });

  it("has the conversation of a fork", async () => {
    const { get } = testFleet([testAgent("a", { features: ["load", "fork"] })]);
    const { connection, store } = get("a");
    const { sessionId } = await connection.newSession(FOLDER);
    await connection.prompt(sessionId, "One");
    const fork = await connection.forkSession({ ...FOLDER, sessionId });
    expect(fork.sessionId).not.toBe(sessionId);
    expect(texts(store, fork.sessionId)).toEqual(["One", "Done."]);
  });

  it("waits with a start until the last process has ended", async () => {
    const ended = createGate();
    let isOpen = false;
    const agent = testAgent("a");
    const source = vi.fn(() => {
      expect(isOpen).toBe(false);
      isOpen = true;
      const { readable, writable } = agent.connect();
      const writer = writable.getWriter();
      const slow = new WritableStream({
        write: (message) => writer.write(message),
        async close() {
          await ended.pass();
          await writer.close();
          isOpen = false;
        },
      });
      return { readable, writable: slow };
    });
    const { get } = testFleet([{ definition: { ...agent.definition, source } }]);
    await get("a").connection.newSession(FOLDER);
    const stopped = get("a").stop();
    const started = get("a").start();
    expect(source).toHaveBeenCalledOnce();
    ended.open();
    await Promise.all([stopped, started]);
    expect(source).toHaveBeenCalledTimes(2);
  });

  it("can be stopped while it starts, without a failure", async () => {
    const agent = testAgent("a");
    const never = new Promise<never>(() => {});
    const source = vi.fn(() => agent.connect()).mockImplementationOnce(() => never as never);
    const { get, status, rows } = testFleet([{ definition: { ...agent.definition, source } }]);
    const opened = get("a").connection.newSession(FOLDER);
    await vi.waitFor(() => expect(source).toHaveBeenCalledOnce());
    await get("a").stop("Not now.");
    await expect(opened).rejects.toMatchObject({ name: "AcpConnectionError", reason: "closed" });
    expect([status("a"), rows()]).toEqual(["stopped", []]);
    expect(await get("a").connection.newSession(FOLDER)).toHaveProperty("sessionId");
  });

  it("has failed when it cannot be started or ends by itself, and starts again with a request", async () => {
    const agent = testAgent("a");
    const source = vi.fn(() => agent.connect());
    source.mockImplementationOnce(() => {
      throw new Error("spawn nosuchagent ENOENT");
    });
    const { fleet, get, status, rows } = testFleet([
      { definition: { ...agent.definition, source } },
    ]);
    await expect(get("a").start()).rejects.toThrow("spawn nosuchagent ENOENT");
    const entry = await waitForState(
      fleet.entries,
      (entries) => entries.get("a")?.status === "failed",
    );
    expect(entry.get("a")?.reason).toContain("spawn nosuchagent ENOENT");
    expect(rows()).toEqual(["agent_failed a"]);
    await get("a").connection.newSession(FOLDER);
    expect([status("a"), rows()]).toEqual(["running", []]);
    agent.crash("The agent exited with code 3.");
    await waitForState(fleet.entries, (entries) => entries.get("a")?.status === "failed");
    expect(fleet.overview.getState().inbox).toMatchObject([
      { kind: "agent_failed", reason: "The agent exited with code 3.", since: expect.any(Number) },
    ]);
    await get("a").connection.newSession(FOLDER);
    expect(status("a")).toBe("running");
  });

  it("is starting while a lost connection is restored", async () => {
    const agent = testAgent("a");
    const connect = () => ({ reconnect: { minDelay: 0 } });
    const { fleet, get, status } = testFleet([{ definition: { ...agent.definition, connect } }]);
    await get("a").connection.newSession(FOLDER);
    const statuses: (string | undefined)[] = [];
    fleet.entries.subscribe((entries) => statuses.push(entries.get("a")?.status));
    agent.crash("The agent exited with code 3.");
    await vi.waitFor(() => expect(statuses).toEqual(["starting", "running"]));
    await get("a").stop();
    expect(status("a")).toBe("stopped");
  });

  it("closes its connection with the reason for which it is stopped", async () => {
    const { fleet, get } = testFleet([testAgent("a")]);
    await get("a").start();
    await get("a").connection.close("The user stopped it.");
    expect(fleet.entries.getState().get("a")).toMatchObject({
      status: "stopped",
      reason: "The user stopped it.",
    });
    await get("a").start();
    expect(fleet.entries.getState().get("a")).toEqual({ id: "a", name: "A", status: "running" });
  });
});

describe("an idle agent", () => {
  const idle = { stopAfterMs: 5 };

  it("is stopped after a while", async () => {
    const agent = testAgent("a");
    const { fleet, get } = testFleet([agent], { idle });
    const { connection } = get("a");
    const { sessionId } = await connection.newSession(FOLDER);
    await connection.prompt(sessionId, "Go");
    await waitForState(fleet.entries, (entries) => entries.get("a")?.status === "stopped");
    expect(agent.starts()).toBe(1);
  });

  it("does not work or wait, and has no running command and no call in flight", async () => {
    const gates = { turn: createGate(), call: createGate() };
    const agent = testAgent("a", {
      onPrompt: async (turn) => {
        if (turn.text === "Hold") await turn.hold(gates.turn);
        if (turn.text === "Ask") await turn.askPermission({ call: { title: "Run" } });
      },
      onSession: () => gates.call.pass(),
    });
    const { get } = testFleet([agent]);
    const { connection, store, isIdle } = get("a");
    await connection.listSessions();
    expect(isIdle()).toBe(true);
    const opening = connection.newSession(FOLDER);
    expect(isIdle()).toBe(false);
    gates.call.open();
    const { sessionId } = await opening;
    // The agent would forget a session without a turn.
    expect(isIdle()).toBe(false);
    await connection.prompt(sessionId, "Go");
    expect(isIdle()).toBe(true);
    const held = connection.prompt(sessionId, "Hold");
    expect(isIdle()).toBe(false);
    await waitForState(store, (state) => selectTurn(state, sessionId)?.status === "running");
    gates.turn.open();
    await held;
    void connection.prompt(sessionId, "Ask");
    const { sessions } = await waitForAsk(store, sessionId);
    expect(isIdle()).toBe(false);
    store.respondToPermission(sessions.get(sessionId)?.pendingPermissions[0] ?? "", "allow-once");
    await waitForState(store, (state) => selectTurn(state, sessionId)?.status === "ended");
    const form = { mode: "form", message: "Name?", requestedSchema: { type: "object" } };
    void store.requestElicitation(form);
    expect(isIdle()).toBe(false);
    store.respondToElicitation(store.getState().pendingElicitations[0] ?? "", {
      action: "decline",
    });
    await vi.waitFor(() => expect(isIdle()).toBe(true));
    store.reportTerminal(sessionId, "t1", { output: "Listening" });
    expect(isIdle()).toBe(false);
  });

  it("can open its sessions again", async () => {
    const { get } = testFleet([testAgent("a", { features: [] })]);
    const { connection, isIdle } = get("a");
    const { sessionId } = await connection.newSession(FOLDER);
    await connection.prompt(sessionId, "Go");
    expect(isIdle()).toBe(false);
  });

  it("closes the sessions in which nothing has happened, but not those with a draft", async () => {
    const storage = memoryStorage();
    const agent = testAgent("a", { features: ["close", "load"] });
    const { fleet, get } = testFleet([agent], { idle, storage: () => storage });
    const { connection, persistence, store } = get("a");
    const written = await connection.newSession(FOLDER);
    persistence?.drafts.set(written.sessionId, "An idea");
    const empty = await connection.newSession(FOLDER);
    await waitForState(store, ({ sessions }) => sessions.get(empty.sessionId)?.closed);
    expect(store.getState().sessions.get(written.sessionId)).not.toHaveProperty("closed");
    expect(fleet.entries.getState().get("a")?.status).toBe("running");
    persistence?.drafts.remove(written.sessionId);
    await waitForState(fleet.entries, (entries) => entries.get("a")?.status === "stopped");
  });

  it("makes room for another one, the one that was not used for longest first", async () => {
    const agents = ["a", "b", "c", "d"].map((id) => testAgent(id));
    const { get, status } = testFleet(agents, { idle: { maxRunning: 2 } });
    const statuses = () => ["a", "b", "c", "d"].map(status);
    const busy = await get("a").connection.newSession(FOLDER);
    await get("b").connection.listSessions();
    await get("c").connection.listSessions();
    // The first one has an empty session, which it would forget.
    expect(statuses()).toEqual(["running", "stopped", "running", "stopped"]);
    await get("a").connection.prompt(busy.sessionId, "Go");
    await get("d").connection.listSessions();
    expect(statuses()).toEqual(["running", "stopped", "stopped", "running"]);
  });

  it("is exceeded in number by agents that work", async () => {
    const gate = createGate();
    const agents = ["a", "b", "c"].map((id) =>
      testAgent(id, { onPrompt: (turn) => turn.hold(gate) }),
    );
    const { get, status } = testFleet(agents, { idle: { maxRunning: 1 } });
    const turns = ["a", "b", "c"].map(async (id) => {
      const { sessionId } = await get(id).connection.newSession(FOLDER);
      return get(id).connection.prompt(sessionId, "Go");
    });
    await vi.waitFor(() => {
      for (const id of ["a", "b", "c"])
        expect([...get(id).store.getState().sessions.values()][0]?.openTurns).toHaveLength(1);
    });
    expect(["a", "b", "c"].map(status)).toEqual(["running", "running", "running"]);
    gate.open();
    await Promise.all(turns);
  });
});

describe("a fleet with storage", () => {
  it("restores sessions without starting their agents, an interrupted one as unread", async () => {
    const storages = new Map(["a", "b"].map((id) => [id, memoryStorage()] as const));
    const storage = (id: string) => storages.get(id) ?? memoryStorage();
    const script: Partial<AgentScript> = {
      async onPrompt(turn) {
        await turn.askPermission({ call: { title: "Run" } });
      },
    };
    const agents = [testAgent("a", script), testAgent("b")];
    const first = testFleet(agents, { storage });
    const [asking, done] = await Promise.all(
      ["a", "b"].map((id) => first.get(id).connection.newSession(FOLDER)),
    );
    const interrupted = first.get("a").connection.prompt(asking?.sessionId ?? "", "Go");
    interrupted.catch(() => {});
    await waitForAsk(first.get("a").store, asking?.sessionId ?? "");
    await first.get("b").connection.prompt(done?.sessionId ?? "", "Go");
    first.get("b").store.markSessionRead(done?.sessionId ?? "");
    // A process that is killed writes nothing more.
    for (const id of ["a", "b"]) await first.get(id).persistence?.stop();
    const starts = agents.map((agent) => agent.starts());

    const { fleet, get, rows } = testFleet(agents, { storage });
    expect(await fleet.restore()).toEqual(new Map());
    expect(rows()).toEqual([`failed a/${asking?.sessionId}`]);
    expect(fleet.overview.getState().sessions).toHaveLength(2);
    expect(agents.map((agent) => agent.starts())).toEqual(starts);
    await get("b").connection.prompt(done?.sessionId ?? "", "On");
    expect(texts(get("b").store, done?.sessionId ?? "")).toEqual(["Go", "Done.", "On", "Done."]);
  });

  it("leaves out the sessions of a storage that fails, which does not affect other agents", async () => {
    const broken = { ...memoryStorage(), list: () => Promise.reject(new Error("No access.")) };
    const storage = (id: string) => (id === "a" ? broken : memoryStorage());
    const { fleet, get } = testFleet([testAgent("a"), testAgent("b")], { storage });
    const failures = await fleet.restore();
    expect([...failures.keys()]).toEqual(["a"]);
    expect(await get("b").connection.newSession(FOLDER)).toHaveProperty("sessionId");
  });
});

describe("a fleet", () => {
  it("gets more agents, and loses the rows but not the saved sessions of removed ones", async () => {
    const storage = memoryStorage();
    const { fleet, get, rows } = testFleet([], { storage: () => storage });
    const agent = testAgent("a");
    fleet.add(agent.definition);
    const { sessionId } = await get("a").connection.newSession(FOLDER);
    await get("a").connection.prompt(sessionId, "Go");
    expect(rows()).toEqual([`finished a/${sessionId}`]);
    const removed = get("a");
    await fleet.remove("a");
    await fleet.remove("a");
    expect([rows(), fleet.entries.getState().size]).toEqual([[], 0]);
    await expect(removed.connection.listSessions()).rejects.toMatchObject({ reason: "closed" });
    fleet.add(agent.definition);
    await fleet.restore();
    expect(fleet.overview.getState().sessions).toMatchObject([{ key: `a/${sessionId}` }]);
  });

  it("refuses a second agent with the same id, bad ids, and agents after it was closed", async () => {
    const { fleet } = testFleet([testAgent("a")]);
    expect(() => fleet.add(testAgent("a").definition)).toThrow('has an agent "a" already');
    expect(() => fleet.add(testAgent("A/b").definition)).toThrow("cannot be the id of an agent");
    await fleet.close();
    expect(() => fleet.add(testAgent("b").definition)).toThrow("was closed");
  });

  it("saves everything and stops all agents when it is closed", async () => {
    const storage = memoryStorage();
    const agents = [testAgent("a")];
    const fleet = createFleet({
      agents: agents.map(({ definition }) => definition),
      storage: () => storage,
    });
    const agent = fleet.agents.get("a");
    const { sessionId } = (await agent?.connection.newSession(FOLDER)) ?? { sessionId: "" };
    await agent?.connection.prompt(sessionId, "Go");
    await fleet.close();
    expect(fleet.entries.getState().get("a")?.status).toBe("stopped");
    const next = testFleet(agents, { storage: () => storage });
    await next.fleet.restore();
    await next.get("a").connection.restoreSession(sessionId);
    expect(texts(next.get("a").store, sessionId)).toEqual(["Go", "Done."]);
  });
});

it.each([
  ["the fleet is closed", "The application was closed."],
  ["its agent is removed", "The agent was removed."],
])("says why a turn was interrupted when %s", async (when, reason) => {
  const gate = createGate();
  const { fleet, get } = testFleet([testAgent("a", { onPrompt: (turn) => turn.hold(gate) })]);
  const { connection, store } = get("a");
  const { sessionId } = await connection.newSession(FOLDER);
  const prompt = connection.prompt(sessionId, "Go").catch((error: unknown) => error);
  await waitForState(store, ({ sessions }) => sessions.get(sessionId)?.openTurns.length === 1);
  await (when.includes("closed") ? fleet.close() : fleet.remove("a"));
  expect(await prompt).toMatchObject({ reason: "closed" });
  expect(selectTurn(store.getState(), sessionId)?.error).toMatchObject({ message: reason });
});

it("resumes a session of an agent that cannot load", async () => {
  const { get } = testFleet([testAgent("a", { features: ["list", "resume", "close"] })]);
  const { connection, store } = get("a");
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  await connection.prompt(sessionId, "Go");
  await connection.closeSession(sessionId);
  await get("a").stop();
  await connection.loadSession({ sessionId, cwd: "/w" });
  expect(store.getState().sessions.get(sessionId)?.closed).not.toBe(true);
  await connection.prompt(sessionId, "Again");
});
