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
import { breakable } from "./support/streams.js";
import { nextUncaught } from "./support/uncaught.js";
import { statuses, until } from "./support/until.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const soon = { reconnect: { minDelay: 1 } };
const isReady = ({ connection }: AcpState) => connection?.status === "ready";
const resumes = { sessionCapabilities: { resume: {} } };

/** A source whose every stream has a new process of an agent behind it, which can be pulled down. */
function processes(start: (count: number) => Pick<AgentApp, "connect">) {
  let count = 0;
  let crash = (_error: Error): void => {};
  function source() {
    const agent = start(++count);
    const made = breakable((end) => agent.connect(end as never));
    ({ crash } = made);
    return made.stream;
  }
  return { source, crash: (reason: string) => crash(new Error(reason)), count: () => count };
}

/** Resolves when a connection that is breaking is ready again. */
async function back(store: AcpStore): Promise<void> {
  await until(store, (state) => !isReady(state));
  await until(store, isReady);
}

/** Asks for permission in each turn. */
const asking = () =>
  agentV1({
    capabilities: resumes,
    onPrompt: (_words, sessionId, client) =>
      client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: "c1", title: "Run it" },
        options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
      }),
  }).onRequest(methods.agent.session.resume, () => ({}));

describe("a connection that breaks", () => {
  it("is lost with the reason and the next try, and then comes back", async () => {
    const store = newStore();
    const { source, crash, count } = processes(() => agentV1());
    const agent = await connectAgent(store, source, soon);
    const seen = statuses(store);
    crash("The agent exited with code 3.");
    const lost = await until(store, ({ connection }) => connection?.status === "lost");
    expect(lost.connection).toMatchObject({ reason: "The agent exited with code 3.", attempt: 1 });
    expect(lost.connection?.retryAt).toBeGreaterThan(0);
    await until(store, isReady);
    expect(seen).toEqual(["lost 1", "connecting 1", "ready"]);
    expect(count()).toBe(2);
    expect(await agent.newSession({ cwd: "/w" })).toEqual({ sessionId: "s1" });
    agent.close();
  });

  it("comes back also where a listener throws", async () => {
    const store = newStore();
    const { source, crash } = processes(() => agentV1());
    const agent = await connectAgent(store, source, soon);
    const stop = store.watch({ state: "connection" }, () => {
      stop();
      throw new Error("a broken component");
    });
    const reported = nextUncaught();
    const ready = back(store);
    crash("Gone.");
    await ready;
    await expect(reported).resolves.toMatchObject({ message: "a broken component" });
    agent.close();
  });

  it("can be used as soon as the state says that it is ready", async () => {
    const store = newStore();
    const { source, crash } = processes(() => agentV1());
    const agent = await connectAgent(store, source, soon);
    crash("Gone.");
    await until(store, (state) => !isReady(state));
    const session = new Promise((resolve) => {
      store.watch({ state: "connection" }, () => {
        if (isReady(store.getState())) resolve(agent.newSession({ cwd: "/w" }));
      });
    });
    expect(await session).toEqual({ sessionId: "s1" });
    agent.close();
  });

  it("fails what was running with an error that says so, and takes nothing in between", async () => {
    const store = newStore();
    const { source, crash } = processes(() => agentV1({ onPrompt: () => new Promise(() => {}) }));
    const agent = await connectAgent(store, source, { reconnect: { minDelay: 60_000 } });
    await agent.newSession({ cwd: "/w" });
    const prompt = agent.prompt("s1", "Go");
    const queued = agent.prompt("s1", "Then this");
    await until(store, (state) => selectTurn(state, "s1")?.status === "running");
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
    agent.close();
    await expect(queued).rejects.toMatchObject({ reason: "closed" });
  });

  it("resumes its sessions where the agent can, without their transcript", async () => {
    const store = newStore();
    const onResume = vi.fn<(params: object) => void>();
    const { source, crash } = processes(() =>
      agentV1({ capabilities: resumes }).onRequest(methods.agent.session.resume, ({ params }) => {
        onResume(params);
        return {};
      }),
    );
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w", additionalDirectories: ["/more"] });
    await agent.newSession({ cwd: "/closed" });
    await agent.closeSession("s2");
    await agent.prompt("s1", "Before");
    crash("Gone.");
    await back(store);
    await agent.prompt("s1", "After");
    expect(onResume.mock.calls).toEqual([
      [{ sessionId: "s1", cwd: "/w", mcpServers: [], additionalDirectories: ["/more"] }],
    ]);
    expect(selectMessages(store.getState(), "s1")).toHaveLength(2);
    agent.close();
  });

  it("loads them where it can only do that, and nothing doubles", async () => {
    const store = newStore();
    const { source, crash } = processes(() =>
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
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "Before");
    crash("Gone.");
    await back(store);
    await agent.prompt("s1", "After");
    expect(selectMessages(store.getState(), "s1").map(({ content }) => content)).toEqual([
      [{ type: "text", text: "Before" }],
      [{ type: "text", text: "After" }],
    ]);
    agent.close();
  });

  it("closes a session that is just coming back, once it is there", async () => {
    const store = newStore();
    let loaded = (): void => {};
    let loading = (): void => {};
    const asked = new Promise<void>((resolve) => (loading = resolve));
    const { source, crash } = processes(() =>
      agentV1({ capabilities: { loadSession: true } }).onRequest(methods.agent.session.load, () => {
        loading();
        return new Promise((resolve) => (loaded = () => resolve({})));
      }),
    );
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    await asked;
    const prompt = agent.prompt("s1", "Not any more");
    const closing = agent.closeSession("s1");
    expect(await prompt).toEqual({ stopReason: "cancelled" });
    await new Promise((resolve) => setImmediate(resolve));
    loaded();
    await closing;
    // Its answer comes after that of the load.
    await expect(agent.authenticate("key")).rejects.toThrow("Method not found");
    expect(store.getState().sessions.get("s1")?.closed).toBe(true);
    agent.close();
  });

  it("resumes sessions of version 2", async () => {
    const store = newStore();
    const onResume = vi.fn<(params: object) => void>();
    const { source, crash } = processes(
      () =>
        agentV2().onRequest("session/resume", ({ params }) => {
          onResume(params);
          return {};
        }) as never,
    );
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    await back(store);
    await agent.prompt("s1", "After");
    expect(onResume.mock.calls).toMatchObject([[{ sessionId: "s1", cwd: "/w" }]]);
    expect(onResume.mock.calls[0]?.[0]).not.toHaveProperty("replayFrom");
    agent.close();
  });

  it("says of sessions that cannot come back why, and keeps what there is", async () => {
    const store = newStore();
    const { source, crash } = processes(() => agentV1());
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "Before");
    crash("Gone.");
    const state = await until(store, ({ sessions }) => sessions.get("s1")?.detached !== undefined);
    expect(state.sessions.get("s1")?.detached).toContain("cannot load sessions");
    expect(selectMessages(state, "s1")).toHaveLength(1);
    agent.close();
  });

  it("says so too where the agent refuses", async () => {
    const store = newStore();
    const { source, crash } = processes(() =>
      agentV1({ capabilities: resumes }).onRequest(methods.agent.session.resume, () => {
        throw new Error("never heard of it");
      }),
    );
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w" });
    crash("Gone.");
    const state = await until(store, ({ sessions }) => sessions.get("s1")?.detached !== undefined);
    expect(state.sessions.get("s1")?.detached).toBe("Internal error: never heard of it");
    expect(state.connection?.status).toBe("ready");
    agent.close();
  });
});

describe("permissions that wait when the connection breaks", () => {
  it("are settled, cannot be answered any more, and are asked anew", async () => {
    const store = newStore();
    const { source, crash } = processes(asking);
    const agent = await connectAgent(store, source, soon);
    await agent.newSession({ cwd: "/w" });
    const first = agent.prompt("s1", "Go");
    const [before] = selectPendingPermissions(
      await until(store, (state) => selectPendingPermissions(state).length > 0),
    );
    crash("Gone.");
    await expect(first).rejects.toMatchObject({ reason: "lost" });
    const { permissionId = "" } = before ?? {};
    const permissions = () => store.getState().sessions.get("s1")?.permissions;
    expect(permissions()?.get(permissionId)).toMatchObject({
      status: "cancelled",
      reason: "disconnected",
    });
    const late = attempt(() => store.respondToPermission(permissionId, "yes"));
    expect(isAcpPermissionError(late) && late.reason).toBe("already_settled");
    await until(store, isReady);

    const again = agent.prompt("s1", "Go on");
    const [after] = selectPendingPermissions(
      await until(store, (state) => selectPendingPermissions(state).length > 0),
    );
    expect(after?.permissionId).not.toBe(permissionId);
    store.respondToPermission(after?.permissionId ?? "", "yes");
    expect(await again).toEqual({ stopReason: "end_turn" });
    expect([...(permissions()?.values() ?? [])].map(({ reason }) => reason)).toEqual([
      "disconnected",
      "user",
    ]);
    agent.close();
  });
});

describe("giving up", () => {
  it("comes after as many tries in a row as wanted, with the last reason", async () => {
    const store = newStore();
    const { source, crash, count } = processes((number) => {
      if (number > 1) throw new Error(`no luck ${number}`);
      return agentV1();
    });
    const agent = await connectAgent(store, source, { reconnect: { attempts: 2, minDelay: 1 } });
    const seen = statuses(store);
    crash("Gone.");
    expect(await agent.closed).toBe("The agent could not be reached: no luck 3");
    expect(seen).toEqual(["lost 1", "connecting 1", "lost 2", "connecting 2", "closed"]);
    expect(count()).toBe(3);
    expect(store.getState().connection?.reason).toBe(await agent.closed);
  });

  it("comes also where the agent starts each time and falls over again", async () => {
    const store = newStore();
    const { source, crash, count } = processes(() => agentV1());
    const agent = await connectAgent(store, source, { reconnect: { attempts: 3, minDelay: 1 } });
    store.watch({ state: "connection" }, () => {
      if (isReady(store.getState())) queueMicrotask(() => crash("Again."));
    });
    crash("Gone.");
    expect(await agent.closed).toBe("Again.");
    expect(count()).toBe(4);
  });

  it("is at once where it is not wanted, or the stream cannot be made anew", async () => {
    for (const options of [{ reconnect: false as const }, {}]) {
      const store = newStore();
      const { source, crash, count } = processes(() => agentV1());
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

  it("is what the user does while it waits for the next try", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const store = newStore();
    const { source, crash, count } = processes(() => agentV1());
    const agent = await connectAgent(store, source);
    crash("Gone.");
    await until(store, ({ connection }) => connection?.status === "lost");
    expect(vi.getTimerCount()).toBe(1);
    agent.close("Enough.");
    expect(await agent.closed).toBe("Enough.");
    expect(store.getState().connection).toEqual({ status: "closed", reason: "Enough." });
    expect(vi.getTimerCount()).toBe(0);
    expect(count()).toBe(1);
    vi.useRealTimers();
  });
});

function attempt(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
