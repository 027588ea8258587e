import { connectAgent } from "@acp-store/client";
import {
  type AcpState,
  type AcpStore,
  createAcpStore,
  isAcpPermissionError,
  selectMessages,
  selectPendingPermissions,
  selectTurn,
} from "@acp-store/core";
import { type AgentApp, methods } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { crashableStream } from "./support/streams.js";
import { nextUncaughtError } from "../../../tests/support/nextUncaughtError.js";
import { recordStatuses, waitForState } from "./support/storeState.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const fastReconnect = { reconnect: { minDelay: 1 } };
const isReady = ({ connection }: AcpState) => connection?.status === "ready";
const resumeCapability = { sessionCapabilities: { resume: {} } };

/** Creates a source that starts a new agent for each stream. The latest agent can be crashed. */
function crashableSource(start: (count: number) => Pick<AgentApp, "connect">) {
  let count = 0;
  let crash = (_error: Error): void => {};
  function source() {
    const agent = start(++count);
    const created = crashableStream((agentEnd) => agent.connect(agentEnd as never));
    ({ crash } = created);
    return created.stream;
  }
  return { source, crash: (reason: string) => crash(new Error(reason)), count: () => count };
}

/** Resolves when the connection has been lost and is ready again. */
async function waitForReconnect(store: AcpStore): Promise<void> {
  await waitForState(store, (state) => !isReady(state));
  await waitForState(store, isReady);
}

/** Creates an agent that requests a permission in each turn. */
const permissionAgent = () =>
  agentV1({
    capabilities: resumeCapability,
    onPrompt: (_text, sessionId, client) =>
      client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: "c1", title: "Run it" },
        options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
      }),
  }).onRequest(methods.agent.session.resume, () => ({}));

describe("a lost connection", () => {
  it("reports the reason and the next attempt, and then reconnects", async () => {
    const store = newStore();
    const { source, crash, count } = crashableSource(() => agentV1());
    const agent = await connectAgent(store, source, fastReconnect);
    const statuses = recordStatuses(store);
    crash("The agent exited with code 3.");
    const lost = await waitForState(store, ({ connection }) => connection?.status === "lost");
    expect(lost.connection).toMatchObject({ reason: "The agent exited with code 3.", attempt: 1 });
    expect(lost.connection?.retryAt).toBeGreaterThan(0);
    await waitForState(store, isReady);
    expect(statuses).toEqual(["lost 1", "connecting 1", "ready"]);
    expect(count()).toBe(2);
    expect(await agent.newSession({ cwd: "/w" })).toEqual({ sessionId: "s1" });
    void agent.close();
  });

  it("reconnects even if a store listener throws", async () => {
    const store = newStore();
    const { source, crash } = crashableSource(() => agentV1());
    const agent = await connectAgent(store, source, fastReconnect);
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
    const { source, crash } = crashableSource(() => agentV1());
    const agent = await connectAgent(store, source, fastReconnect);
    crash("Gone.");
    await waitForState(store, (state) => !isReady(state));
    const session = new Promise((resolve) => {
      store.watch({ type: "state", field: "connection" }, () => {
        if (isReady(store.getState())) resolve(agent.newSession({ cwd: "/w" }));
      });
    });
    expect(await session).toEqual({ sessionId: "s1" });
    void agent.close();
  });

  it("rejects the running prompt and new requests, and keeps queued prompts", async () => {
    const store = newStore();
    const { source, crash } = crashableSource(() =>
      agentV1({ onPrompt: () => new Promise(() => {}) }),
    );
    const agent = await connectAgent(store, source, { reconnect: { minDelay: 60_000 } });
    await agent.newSession({ cwd: "/w" });
    const prompt = agent.prompt("s1", "Go");
    const queued = agent.prompt("s1", "Then this");
    await waitForState(store, (state) => selectTurn(state, "s1")?.status === "running");
    crash("Gone.");
    await expect(prompt).rejects.toMatchObject({ name: "AcpConnectionError", reason: "lost" });
    expect(selectTurn(store.getState(), "s1")).toMatchObject({
      status: "failed",
      error: { message: "Gone." },
    });
    await expect(agent.prompt("s1", "More")).rejects.toMatchObject({ reason: "lost" });
    await expect(agent.listSessions()).rejects.toThrow("The connection was lost: Gone.");
    await agent.cancel("s1");
    expect(store.getState().sessions.get("s1")).toMatchObject({
      queue: [{ prompt: [{ text: "Then this" }] }],
      queueHeld: true,
    });
    void agent.close();
    await expect(queued).rejects.toMatchObject({ reason: "closed" });
  });

  it("resumes its open sessions without their transcript if the agent supports it", async () => {
    const store = newStore();
    const onResume = vi.fn<(params: object) => void>();
    const { source, crash } = crashableSource(() =>
      agentV1({ capabilities: resumeCapability }).onRequest(
        methods.agent.session.resume,
        ({ params }) => {
          onResume(params);
          return {};
        },
      ),
    );
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w", additionalDirectories: ["/more"] });
    await agent.newSession({ cwd: "/closed" });
    await agent.closeSession("s2");
    await agent.prompt("s1", "Before");
    crash("Gone.");
    await waitForReconnect(store);
    await agent.prompt("s1", "After");
    expect(onResume.mock.calls).toEqual([
      [{ sessionId: "s1", cwd: "/w", mcpServers: [], additionalDirectories: ["/more"] }],
    ]);
    expect(selectMessages(store.getState(), "s1")).toHaveLength(2);
    void agent.close();
  });

  it("loads its sessions if the agent cannot resume, without duplicating messages", async () => {
    const store = newStore();
    const { source, crash } = crashableSource(() =>
      agentV1({ capabilities: { loadSession: true } }).onRequest(
        methods.agent.session.load,
        async ({ params: { sessionId }, client }) => {
          const content = { type: "text" as const, text: "Before" };
          const update = { sessionUpdate: "user_message_chunk" as const, content };
          await client.notify(methods.client.session.update, { sessionId, update });
          return {};
        },
      ),
    );
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "Before");
    crash("Gone.");
    await waitForReconnect(store);
    await agent.prompt("s1", "After");
    expect(selectMessages(store.getState(), "s1").map(({ content }) => content)).toEqual([
      [{ type: "text", text: "Before" }],
      [{ type: "text", text: "After" }],
    ]);
    void agent.close();
  });

  it("loads its sessions if the agent does not know the method to resume them", async () => {
    const store = newStore();
    const onLoad = vi.fn<(sessionId: string) => void>();
    const capabilities = { ...resumeCapability, loadSession: true };
    const { source, crash } = crashableSource(() =>
      agentV1({ capabilities }).onRequest(
        methods.agent.session.load,
        ({ params: { sessionId } }) => {
          onLoad(sessionId);
          return {};
        },
      ),
    );
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    await waitForReconnect(store);
    expect(await agent.prompt("s1", "After")).toEqual({ stopReason: "end_turn" });
    expect(onLoad.mock.calls).toEqual([["s1"]]);
    expect(store.getState().sessions.get("s1")).not.toHaveProperty("detached");
    await agent.close();
  });

  it("closes a session only after its pending restore has finished", async () => {
    const store = newStore();
    let finishLoading = (): void => {};
    let onLoadRequested = (): void => {};
    const loadRequested = new Promise<void>((resolve) => (onLoadRequested = resolve));
    const { source, crash } = crashableSource(() =>
      agentV1({ capabilities: { loadSession: true } }).onRequest(methods.agent.session.load, () => {
        onLoadRequested();
        return new Promise((resolve) => (finishLoading = () => resolve({})));
      }),
    );
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    await loadRequested;
    const prompt = agent.prompt("s1", "Too late");
    const closing = agent.closeSession("s1");
    expect(await prompt).toEqual({ stopReason: "cancelled" });
    await new Promise((resolve) => setImmediate(resolve));
    finishLoading();
    await closing;
    // The agent answers this request after the load request.
    await expect(agent.authenticate("key")).rejects.toThrow("Method not found");
    expect(store.getState().sessions.get("s1")?.closed).toBe(true);
    void agent.close();
  });

  it("resumes sessions in version 2 without their transcript", async () => {
    const store = newStore();
    const onResume = vi.fn<(params: object) => void>();
    const { source, crash } = crashableSource(
      () =>
        agentV2().onRequest("session/resume", ({ params }) => {
          onResume(params);
          return {};
        }) as never,
    );
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    await waitForReconnect(store);
    await agent.prompt("s1", "After");
    expect(onResume.mock.calls).toMatchObject([[{ sessionId: "s1", cwd: "/w" }]]);
    expect(onResume.mock.calls[0]?.[0]).not.toHaveProperty("replayFrom");
    void agent.close();
  });

  it("marks sessions that the agent cannot restore as detached, and keeps their content", async () => {
    const store = newStore();
    const { source, crash } = crashableSource(() => agentV1());
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "Before");
    crash("Gone.");
    const state = await waitForState(
      store,
      ({ sessions }) => sessions.get("s1")?.detached !== undefined,
    );
    expect(state.sessions.get("s1")?.detached).toContain("cannot load sessions");
    expect(selectMessages(state, "s1")).toHaveLength(1);
    void agent.close();
  });

  it("marks a session as detached when the agent refuses to resume it", async () => {
    const store = newStore();
    const { source, crash } = crashableSource(() =>
      agentV1({ capabilities: resumeCapability }).onRequest(methods.agent.session.resume, () => {
        throw new Error("unknown session");
      }),
    );
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    const state = await waitForState(
      store,
      ({ sessions }) => sessions.get("s1")?.detached !== undefined,
    );
    expect(state.sessions.get("s1")?.detached).toBe("Internal error: unknown session");
    expect(state.connection?.status).toBe("ready");
    void agent.close();
  });
});

describe("a permission that is pending when the connection is lost", () => {
  it("settles as disconnected, rejects answers, and is requested again as a new permission", async () => {
    const store = newStore();
    const { source, crash } = crashableSource(permissionAgent);
    const agent = await connectAgent(store, source, fastReconnect);
    await agent.newSession({ cwd: "/w" });
    const first = agent.prompt("s1", "Go");
    const [before] = selectPendingPermissions(
      await waitForState(store, (state) => selectPendingPermissions(state).length > 0),
    );
    crash("Gone.");
    await expect(first).rejects.toMatchObject({ reason: "lost" });
    const { permissionId = "" } = before ?? {};
    const permissions = () => store.getState().sessions.get("s1")?.permissions;
    expect(permissions()?.get(permissionId)).toMatchObject({
      status: "cancelled",
      reason: "disconnected",
    });
    const lateAnswer = catchError(() => store.respondToPermission(permissionId, "yes"));
    expect(isAcpPermissionError(lateAnswer) && lateAnswer.reason).toBe("already_settled");
    await waitForState(store, isReady);

    const second = agent.prompt("s1", "Go on");
    const [after] = selectPendingPermissions(
      await waitForState(store, (state) => selectPendingPermissions(state).length > 0),
    );
    expect(after?.permissionId).not.toBe(permissionId);
    store.respondToPermission(after?.permissionId ?? "", "yes");
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
    const { source, crash, count } = crashableSource((number) => {
      if (number > 1) throw new Error(`failed start ${number}`);
      return agentV1();
    });
    const agent = await connectAgent(store, source, { reconnect: { attempts: 2, minDelay: 1 } });
    const statuses = recordStatuses(store);
    crash("Gone.");
    expect(await agent.closed).toBe("The agent could not be reached: failed start 3");
    expect(statuses).toEqual(["lost 1", "connecting 1", "lost 2", "connecting 2", "closed"]);
    expect(count()).toBe(3);
    expect(store.getState().connection?.reason).toBe(await agent.closed);
  });

  it("stops when the agent starts each time but crashes immediately", async () => {
    const store = newStore();
    const { source, crash, count } = crashableSource(() => agentV1());
    const agent = await connectAgent(store, source, { reconnect: { attempts: 3, minDelay: 1 } });
    store.watch({ type: "state", field: "connection" }, () => {
      if (isReady(store.getState())) queueMicrotask(() => crash("Again."));
    });
    crash("Gone.");
    expect(await agent.closed).toBe("Again.");
    expect(count()).toBe(4);
  });

  it("never starts when it is disabled or the source is a stream", async () => {
    for (const options of [{ reconnect: false as const }, {}]) {
      const store = newStore();
      const { source, crash, count } = crashableSource(() => agentV1());
      const stream = "reconnect" in options ? source : source();
      const agent = await connectAgent(store, stream, options);
      const session = agent.newSession({ cwd: "/w" });
      crash("Gone.");
      await expect(session).rejects.toMatchObject({ reason: "closed" });
      expect(await agent.closed).toBe("Gone.");
      expect(store.getState().connection).toEqual({ status: "closed", reason: "Gone." });
      expect(count()).toBe(1);
    }
  });

  it("stops when the connection is closed while it waits for the next attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const store = newStore();
    const { source, crash, count } = crashableSource(() => agentV1());
    const agent = await connectAgent(store, source);
    crash("Gone.");
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    expect(vi.getTimerCount()).toBe(1);
    await agent.close("Enough.");
    expect(await agent.closed).toBe("Enough.");
    expect(store.getState().connection).toEqual({ status: "closed", reason: "Enough." });
    expect(vi.getTimerCount()).toBe(0);
    expect(count()).toBe(1);
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
