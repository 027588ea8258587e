import { connectAgent } from "@acp-store/client";
import {
  type AcpState,
  type AcpStore,
  createAcpStore,
  serialize,
  isAcpPermissionError,
  selectMessages,
  selectPendingPermissions,
  selectTurn,
} from "@acp-store/core";
import {
  type AgentScript,
  createGate,
  memoryTranscripts,
  type ScriptedAgent,
  scriptedAgent,
} from "@acp-store/testing";
import { RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { nextUncaughtError } from "../../../tests/support/nextUncaughtError.js";
import { recordStatuses, waitForState } from "./support/storeState.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const fastReconnect = { reconnect: { minDelay: 1 } };
const isReady = ({ connection }: AcpState) => connection?.status === "ready";

/** Creates an agent of version 1 that answers prompts immediately and cannot restore sessions. */
const createAgent = (script: Partial<AgentScript> = {}) =>
  scriptedAgent({ protocolVersions: [1], features: [], onPrompt: async () => {}, ...script });

/** Returns the parameters of all requests with this method that the agent has received. */
const requestsOf = ({ frames }: ScriptedAgent, method: string): unknown[] =>
  frames.flatMap(({ dir, msg }) => {
    const request = msg as { method?: string; params?: unknown };
    return dir === "sent" && request.method === method ? [request.params] : [];
  });

/** Resolves when the connection has been lost and is ready again. */
async function waitForReconnect(store: AcpStore): Promise<void> {
  await waitForState(store, (state) => !isReady(state));
  await waitForState(store, isReady);
}

describe("a lost connection", () => {
  it("reports the reason and the next attempt, and then reconnects", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    const source = vi.fn(connect);
    const agent = await connectAgent(store, source, fastReconnect);
    const statuses = recordStatuses(store);
    crash("The agent exited with code 3.");
    const lost = await waitForState(store, ({ connection }) => connection?.status === "lost");
    expect(lost.connection).toMatchObject({ reason: "The agent exited with code 3.", attempt: 1 });
    expect(lost.connection?.retryAt).toBeGreaterThan(0);
    await waitForState(store, isReady);
    expect(statuses).toEqual(["lost 1", "connecting 1", "ready"]);
    expect(source).toHaveBeenCalledTimes(2);
    expect(await agent.newSession({ cwd: "/w" })).toHaveProperty("sessionId");
    void agent.close();
  });

  it("reconnects even if a store listener throws", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    const agent = await connectAgent(store, connect, fastReconnect);
    const stop = store.watch({ type: "state", field: "connection" }, () => {
      stop();
      throw new Error("a broken component");
    });
    const reported = nextUncaughtError();
    const ready = waitForReconnect(store);
    crash("Gone.");
    await ready;
    await expect(reported).resolves.toMatchObject({ message: "a broken component" });
    void agent.close();
  });

  it("accepts requests as soon as the state is ready", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    const agent = await connectAgent(store, connect, fastReconnect);
    crash("Gone.");
    await waitForState(store, (state) => !isReady(state));
    const session = new Promise((resolve) => {
      store.watch({ type: "state", field: "connection" }, () => {
        if (isReady(store.getState())) resolve(agent.newSession({ cwd: "/w" }));
      });
    });
    expect(await session).toHaveProperty("sessionId");
    void agent.close();
  });

  it("rejects the running prompt and new requests, and keeps queued prompts", async () => {
    const store = newStore();
    const { connect, crash } = createAgent({ onPrompt: (turn) => turn.hold(createGate()) });
    const agent = await connectAgent(store, connect, { reconnect: { minDelay: 60_000 } });
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    const prompt = agent.prompt(sessionId, "Go");
    const queued = agent.prompt(sessionId, "Then this");
    await waitForState(store, (state) => selectTurn(state, sessionId)?.status === "running");
    crash("Gone.");
    await expect(prompt).rejects.toMatchObject({ name: "AcpConnectionError", reason: "lost" });
    expect(selectTurn(store.getState(), sessionId)).toMatchObject({
      status: "failed",
      error: { message: "Gone." },
    });
    await expect(agent.prompt(sessionId, "More")).rejects.toMatchObject({ reason: "lost" });
    await expect(agent.listSessions()).rejects.toThrow("The connection was lost: Gone.");
    await agent.cancel(sessionId);
    expect(store.getState().sessions.get(sessionId)).toMatchObject({
      queue: [{ prompt: [{ text: "Then this" }] }],
      queueHeld: true,
    });
    void agent.close();
    await expect(queued).rejects.toMatchObject({ reason: "closed" });
  });

  it("sends the prompts that were queued while the connection was lost, but not those before", async () => {
    const store = newStore();
    const scripted = createAgent({
      features: ["resume"],
      async onPrompt(turn) {
        await turn.say("Done.");
        if (turn.text === "Hold") await turn.hold(createGate());
      },
    });
    const agent = await connectAgent(store, scripted.connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    const working = await agent.newSession({ cwd: "/w" });
    const turns = (id: string) => [...(store.getState().sessions.get(id)?.turns.values() ?? [])];
    await agent.prompt(sessionId, "One");
    agent.prompt(working.sessionId, "Hold").catch(() => {});
    agent.prompt(working.sessionId, "Before").catch(() => {});
    await waitForState(
      store,
      () => selectMessages(store.getState(), working.sessionId).length === 2,
    );
    scripted.crash("Gone.");
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    store.queuePrompt(sessionId, [{ type: "text", text: "Two" }]);
    await waitForState(store, () => turns(sessionId)[1]?.status === "ended");
    expect(turns(working.sessionId)).toHaveLength(1);
    expect(store.getState().sessions.get(working.sessionId)).toMatchObject({ queueHeld: true });
    void agent.close();
  });

  it("keeps a prompt that was queued while the connection was lost if it cannot be restored", async () => {
    const store = newStore();
    const scripted = createAgent({ features: ["resume"] });
    const connect = vi.fn(scripted.connect);
    const agent = await connectAgent(store, connect, { reconnect: { attempts: 2, minDelay: 1 } });
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "One");
    connect.mockRejectedValue(new Error("Refused."));
    scripted.crash("Gone.");
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    store.queuePrompt(sessionId, [{ type: "text", text: "Two" }]);
    await agent.closed;
    expect(store.getState().sessions.get(sessionId)).toMatchObject({
      queue: [{ prompt: [{ text: "Two" }] }],
      queueHeld: true,
    });
  });

  it("resumes its open sessions without their transcript if the agent supports it", async () => {
    const store = newStore();
    const scripted = createAgent({ features: ["resume"] });
    const agent = await connectAgent(store, scripted.connect, fastReconnect);
    const additionalDirectories = ["/more"];
    const { sessionId } = await agent.newSession({ cwd: "/w", additionalDirectories });
    const closed = await agent.newSession({ cwd: "/closed" });
    await agent.closeSession(closed.sessionId);
    await agent.prompt(sessionId, "Before");
    scripted.crash("Gone.");
    await waitForReconnect(store);
    await agent.prompt(sessionId, "After");
    expect(requestsOf(scripted, "session/resume")).toEqual([
      { sessionId, cwd: "/w", mcpServers: [], additionalDirectories },
    ]);
    expect(selectMessages(store.getState(), sessionId)).toHaveLength(2);
    void agent.close();
  });

  it.each([1, 2] as const)(
    "chooses the settings again that the agent of version %i has lost and still offers",
    async (version) => {
      const select = (id: string, ...values: readonly string[]) => ({
        id,
        name: id,
        type: "select" as const,
        value: values[0] ?? "",
        options: values.map((value) => ({ value, name: value })),
      });
      const toggle = (id: string) => ({ id, name: id, type: "boolean" as const, value: false });
      const mode = { ...select("mode", "edit", "plan"), category: "mode" as const };
      const script = {
        protocolVersions: [version],
        features: ["load"],
        storage: memoryTranscripts(),
      } satisfies Partial<AgentScript>;
      const first = createAgent({
        ...script,
        settings: [mode, select("effort", "low", "high", "max"), toggle("web"), toggle("gone")],
      });
      const second = createAgent({
        ...script,
        settings: [mode, select("effort", "low", "high"), toggle("web")],
      });
      const store = newStore();
      const source = vi.fn(second.connect).mockImplementationOnce(first.connect);
      const agent = await connectAgent(store, source, fastReconnect);
      const { sessionId } = await agent.newSession({ cwd: "/w" });
      await agent.prompt(sessionId, "Hello");
      const settings = () =>
        store
          .getState()
          .sessions.get(sessionId)
          ?.configOptions.map(({ currentValue }) => currentValue);
      for (const [id, value] of [
        ["mode", "plan"],
        ["effort", "max"],
        ["web", true],
        ["gone", true],
      ] as const)
        await agent.setConfigOption(sessionId, id, value);
      expect(settings()).toEqual(["plan", "max", true, true]);
      first.crash("Gone.");
      await waitForReconnect(store);
      await agent.prompt(sessionId, "Hello again");
      expect(settings()).toEqual(["plan", "low", true]);
      expect(store.getState().sessions.get(sessionId)?.settingChanges).toEqual([]);
      await agent.close();
    },
  );

  it.each([1, 2] as const)(
    "passes the MCP servers of the options with each request of version %i that opens a session",
    async (version) => {
      const store = newStore();
      const scripted = createAgent({ protocolVersions: [version], features: ["load"] });
      const mcpServers = vi.fn(() => [{ name: "files", command: "files-mcp", args: [], env: [] }]);
      const agent = await connectAgent(store, scripted.connect, { ...fastReconnect, mcpServers });
      const { sessionId } = await agent.newSession({ cwd: "/w" });
      await agent.newSession({ cwd: "/own", mcpServers: [] });
      await agent.prompt(sessionId, "Hello");
      scripted.crash("Gone.");
      await waitForReconnect(store);
      await agent.prompt(sessionId, "Hello again");
      const names = (method: string) =>
        requestsOf(scripted, method).map((params) =>
          (params as { mcpServers: { name: string }[] }).mcpServers.map(({ name }) => name),
        );
      expect(names("session/new")).toEqual([["files"], []]);
      expect(names(version === 1 ? "session/load" : "session/resume")).toContainEqual(["files"]);
      expect(mcpServers).toHaveBeenCalledWith(expect.objectContaining({ cwd: "/w", sessionId }));
      expect(JSON.stringify(serialize(store.getState()))).not.toContain("files-mcp");
      await agent.close();
    },
  );

  it.each([1, 2] as const)(
    "leaves out the MCP servers that the agent of version %i cannot use, and names them in the session",
    async (version) => {
      const store = newStore();
      const scripted = createAgent({
        protocolVersions: [version],
        features: ["fork", "resume"],
        mcpTransports: ["stdio"],
      });
      const web = {
        type: "http" as const,
        name: "web",
        url: "https://s3cret.example",
        headers: [],
      };
      const files = { name: "files", command: "files-mcp", args: [], env: [] };
      const agent = await connectAgent(store, scripted.connect, {
        ...fastReconnect,
        mcpServers: () => [files, web],
      });
      const { sessionId } = await agent.newSession({ cwd: "/w" });
      const named = [
        { name: "files", transport: "stdio" },
        { name: "web", transport: "http" },
      ];
      const namesOf = (id: string) => store.getState().sessions.get(id)?.mcpServers;
      expect(namesOf(sessionId)).toEqual(named);
      const fork = await agent.forkSession({ sessionId, cwd: "/w" });
      expect(namesOf(fork.sessionId)).toEqual(named);
      await agent.prompt(sessionId, "Hello");
      scripted.crash("Gone.");
      await waitForReconnect(store);
      await agent.prompt(sessionId, "Hello again");
      expect(namesOf(sessionId)).toEqual(named);
      for (const method of ["session/new", "session/fork", "session/resume"])
        expect(requestsOf(scripted, method)).toContainEqual(
          expect.objectContaining({ mcpServers: [expect.objectContaining({ name: "files" })] }),
        );
      expect(JSON.stringify(serialize(store.getState()))).not.toContain("s3cret");
      await agent.close();
    },
  );

  it("sends the MCP servers of a single request unchanged", async () => {
    const scripted = createAgent({ protocolVersions: [1] });
    const agent = await connectAgent(newStore(), scripted.connect, fastReconnect);
    const web = { type: "http" as const, name: "web", url: "https://example.com", headers: [] };
    await agent.newSession({ cwd: "/w", mcpServers: [web] });
    expect(requestsOf(scripted, "session/new")).toMatchObject([{ mcpServers: [web] }]);
    await agent.close();
  });

  it("loads its sessions if the agent cannot resume, without duplicating messages", async () => {
    const store = newStore();
    const { connect, crash } = createAgent({ features: ["load"] });
    const agent = await connectAgent(store, connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Before");
    crash("Gone.");
    await waitForReconnect(store);
    await agent.prompt(sessionId, "After");
    expect(selectMessages(store.getState(), sessionId).map(({ content }) => content)).toEqual([
      [{ type: "text", text: "Before" }],
      [{ type: "text", text: "After" }],
    ]);
    void agent.close();
  });

  it("loads its sessions if the agent does not know the method to resume them", async () => {
    const store = newStore();
    let opened = 0;
    const scripted = createAgent({
      features: ["load", "resume"],
      onSession() {
        opened += 1;
        if (opened === 2) throw RequestError.methodNotFound("session/resume");
      },
    });
    const agent = await connectAgent(store, scripted.connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Before");
    scripted.crash("Gone.");
    await waitForReconnect(store);
    expect(await agent.prompt(sessionId, "After")).toEqual({ stopReason: "end_turn" });
    expect(requestsOf(scripted, "session/load")).toMatchObject([{ sessionId }]);
    expect(store.getState().sessions.get(sessionId)).not.toHaveProperty("detached");
    await agent.close();
  });

  it("closes a session only after its pending restore has finished", async () => {
    const store = newStore();
    const gate = createGate();
    let opened = 0;
    const { connect, crash } = createAgent({
      features: ["load"],
      async onSession() {
        opened += 1;
        if (opened === 2) await gate.pass();
      },
    });
    const agent = await connectAgent(store, connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Before");
    crash("Gone.");
    await gate.reached;
    const prompt = agent.prompt(sessionId, "Too late");
    const closing = agent.closeSession(sessionId);
    expect(await prompt).toEqual({ stopReason: "cancelled" });
    await new Promise((resolve) => setImmediate(resolve));
    gate.open();
    await closing;
    // The agent answers this request after the load request.
    await expect(agent.request("_barrier")).rejects.toThrow("Method not found");
    expect(store.getState().sessions.get(sessionId)?.closed).toBe(true);
    void agent.close();
  });

  it("resumes sessions in version 2 without their transcript", async () => {
    const store = newStore();
    const scripted = createAgent({ protocolVersions: [2] });
    const agent = await connectAgent(store, scripted.connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Before");
    scripted.crash("Gone.");
    await waitForReconnect(store);
    await agent.prompt(sessionId, "After");
    const resumed = requestsOf(scripted, "session/resume");
    expect(resumed).toMatchObject([{ sessionId, cwd: "/w" }]);
    expect(resumed[0]).not.toHaveProperty("replayFrom");
    void agent.close();
  });

  it("marks sessions that the agent cannot restore as detached, and keeps their content", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    const agent = await connectAgent(store, connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Before");
    crash("Gone.");
    const state = await waitForState(
      store,
      ({ sessions }) => sessions.get(sessionId)?.detached !== undefined,
    );
    expect(state.sessions.get(sessionId)?.detached).toContain("cannot load sessions");
    expect(selectMessages(state, sessionId)).toHaveLength(1);
    void agent.close();
  });

  it("marks a session as detached when the agent refuses to resume it", async () => {
    const store = newStore();
    let opened = 0;
    const { connect, crash } = createAgent({
      features: ["resume"],
      onSession() {
        opened += 1;
        if (opened === 2) throw new Error("The session is broken.");
      },
    });
    const agent = await connectAgent(store, connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    await agent.prompt(sessionId, "Before");
    crash("Gone.");
    const state = await waitForState(
      store,
      ({ sessions }) => sessions.get(sessionId)?.detached !== undefined,
    );
    expect(state.sessions.get(sessionId)?.detached).toBe("The session is broken.");
    expect(state.connection?.status).toBe("ready");
    void agent.close();
  });
});

describe("a permission that is pending when the connection is lost", () => {
  it("settles as disconnected, rejects answers, and is requested again as a new permission", async () => {
    const store = newStore();
    const { connect, crash } = createAgent({
      features: ["resume"],
      onPrompt: async (turn) => void (await turn.askPermission({ toolCallId: "c1" })),
    });
    const agent = await connectAgent(store, connect, fastReconnect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    const first = agent.prompt(sessionId, "Go");
    const [before] = selectPendingPermissions(
      await waitForState(store, (state) => selectPendingPermissions(state).length > 0),
    );
    crash("Gone.");
    await expect(first).rejects.toMatchObject({ reason: "lost" });
    const { permissionId = "" } = before ?? {};
    const permissions = () => store.getState().sessions.get(sessionId)?.permissions;
    expect(permissions()?.get(permissionId)).toMatchObject({
      status: "cancelled",
      reason: "disconnected",
    });
    const lateAnswer = catchError(() => store.respondToPermission(permissionId, "allow-once"));
    expect(isAcpPermissionError(lateAnswer) && lateAnswer.reason).toBe("already_settled");
    await waitForState(store, isReady);

    const second = agent.prompt(sessionId, "Go on");
    const [after] = selectPendingPermissions(
      await waitForState(store, (state) => selectPendingPermissions(state).length > 0),
    );
    expect(after?.permissionId).not.toBe(permissionId);
    store.respondToPermission(after?.permissionId ?? "", "allow-once");
    expect(await second).toEqual({ stopReason: "end_turn" });
    expect([...(permissions()?.values() ?? [])].map(({ reason }) => reason)).toEqual([
      "disconnected",
      "user",
    ]);
    void agent.close();
  });
});

describe("reconnecting", () => {
  it("stops after the configured number of attempts and reports the last reason", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    let starts = 0;
    const source = vi.fn(() => {
      starts += 1;
      if (starts > 1) throw new Error(`failed start ${starts}`);
      return connect();
    });
    const agent = await connectAgent(store, source, { reconnect: { attempts: 2, minDelay: 1 } });
    const statuses = recordStatuses(store);
    crash("Gone.");
    expect(await agent.closed).toBe("The agent could not be reached: failed start 3");
    expect(statuses).toEqual(["lost 1", "connecting 1", "lost 2", "connecting 2", "closed"]);
    expect(source).toHaveBeenCalledTimes(3);
    expect(store.getState().connection?.reason).toBe(await agent.closed);
  });

  it("stops when the agent starts each time but crashes immediately", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    const source = vi.fn(connect);
    const agent = await connectAgent(store, source, { reconnect: { attempts: 3, minDelay: 1 } });
    store.watch({ type: "state", field: "connection" }, () => {
      if (isReady(store.getState())) queueMicrotask(() => crash("Again."));
    });
    crash("Gone.");
    expect(await agent.closed).toBe("Again.");
    expect(source).toHaveBeenCalledTimes(4);
  });

  it("stops when the agent lives longer than the delays, but never for long", async () => {
    const store = newStore();
    const { connect, crash } = createAgent();
    const source = vi.fn(connect);
    const reconnect = { attempts: 3, minDelay: 1, maxDelay: 1 };
    const agent = await connectAgent(store, source, { reconnect });
    store.watch({ type: "state", field: "connection" }, () => {
      if (isReady(store.getState())) setTimeout(() => crash("Again."), 20);
    });
    setTimeout(() => crash("Gone."), 20);
    expect(await agent.closed).toBe("Again.");
    expect(source).toHaveBeenCalledTimes(4);
  });

  it("never starts when it is disabled or the source is a stream", async () => {
    for (const options of [{ reconnect: false as const }, {}]) {
      const store = newStore();
      const { connect, crash } = createAgent();
      const source = vi.fn(connect);
      const stream = "reconnect" in options ? source : source();
      const agent = await connectAgent(store, stream, options);
      const session = agent.newSession({ cwd: "/w" });
      crash("Gone.");
      await expect(session).rejects.toMatchObject({ reason: "closed" });
      expect(await agent.closed).toBe("Gone.");
      expect(store.getState().connection).toMatchObject({ status: "closed", reason: "Gone." });
      expect(source).toHaveBeenCalledTimes(1);
    }
  });

  it("stops when the connection is closed while it waits for the next attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const store = newStore();
    const { connect, crash } = createAgent();
    const source = vi.fn(connect);
    const agent = await connectAgent(store, source);
    crash("Gone.");
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    expect(vi.getTimerCount()).toBe(1);
    await agent.close("Enough.");
    expect(await agent.closed).toBe("Enough.");
    expect(store.getState().connection).toMatchObject({ status: "closed", reason: "Enough." });
    expect(vi.getTimerCount()).toBe(0);
    expect(source).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

/** Returns the error that a function throws. */
function catchError(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
