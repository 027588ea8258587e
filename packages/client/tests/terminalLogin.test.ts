import { connectAgent, type ConnectOptions, type TerminalLogin } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";

const AUTH_METHODS = {
  1: [
    { id: "key", name: "Key" },
    { type: "terminal", id: "tui", name: "Log in", args: ["--login"], env: { MODE: "login" } },
    { type: "terminal", id: "bare", name: "Log in" },
  ],
  2: [
    { type: "agent", methodId: "key", name: "Key" },
    {
      type: "terminal",
      methodId: "tui",
      name: "Log in",
      args: ["--login"],
      env: [{ name: "MODE", value: "login" }],
    },
    { type: "terminal", methodId: "bare", name: "Log in" },
  ],
};

describe.each([1, 2] as const)("a terminal login in version %s", (version) => {
  /** Creates a source of agents that need a sign-in, and counts its connections. */
  function signInAgent() {
    const received: RawMessage[] = [];
    let connections = 0;
    const authMethods = AUTH_METHODS[version];
    const result =
      version === 1
        ? { protocolVersion: 1, agentCapabilities: { loadSession: true }, authMethods }
        : {
            protocolVersion: 2,
            info: { name: "a", version: "1" },
            capabilities: { session: {} },
            authMethods,
          };
    const open = () => {
      connections++;
      return streamTo(
        rawAgent((message, write) => {
          received.push(message);
          const { id, method } = message;
          if (method === "initialize") write({ id, result });
          else if (id !== undefined) write({ id, result: { sessionId: "s1" } });
        }),
      );
    };
    const methods = () => received.map(({ method }) => method);
    return { open, methods, connections: () => connections };
  }

  const connect = async (options: ConnectOptions = {}, reuse = true) => {
    const { open, ...counts } = signInAgent();
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, reuse ? open : open(), options);
    return { agent, store, ...counts };
  };

  it("runs the handler in place of the agent, and connects again with its sessions", async () => {
    const logins: TerminalLogin[] = [];
    const { agent, store, methods, connections } = await connect({
      terminalLogin: async (login) => void logins.push(login),
    });
    await agent.newSession({ cwd: "/w" });
    expect(await agent.authenticate("tui")).toEqual({});
    expect(logins).toEqual([
      { id: "tui", name: "Log in", args: ["--login"], env: { MODE: "login" } },
    ]);
    expect(connections()).toBe(2);
    expect(store.getState().connection).toEqual({ status: "ready" });
    expect(methods()).toEqual([
      "initialize",
      "session/new",
      "initialize",
      version === 1 ? "session/load" : "session/resume",
    ]);
    await agent.authenticate("bare");
    expect(logins[1]).toEqual({ id: "bare", name: "Log in", args: [], env: {} });
    void agent.close();
  });

  it("rejects with the handler's error and keeps the connection", async () => {
    const { agent, methods, connections } = await connect({
      terminalLogin: () => Promise.reject(new Error("exit code 1")),
    });
    await expect(agent.authenticate("tui")).rejects.toThrow("exit code 1");
    expect(connections()).toBe(1);
    expect(methods()).toEqual(["initialize"]);
  });

  it("keeps a connection over a single stream", async () => {
    const { agent, store, connections } = await connect(
      { terminalLogin: () => Promise.resolve() },
      false,
    );
    await agent.authenticate("tui");
    expect(connections()).toBe(1);
    expect(store.getState().connection).toEqual({ status: "ready" });
  });

  it("rejects without a handler, because the agent cannot run the login", async () => {
    const { agent, methods } = await connect();
    await expect(agent.authenticate("tui")).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringContaining("terminalLogin"),
    });
    expect(methods()).toEqual(["initialize"]);
  });

  it("leaves other sign-in methods to the agent", async () => {
    const { agent, methods, connections } = await connect({
      terminalLogin: () => Promise.reject(new Error("not called")),
    });
    await agent.authenticate("key");
    expect(connections()).toBe(1);
    expect(methods().at(-1)).toBe(version === 1 ? "authenticate" : "auth/login");
  });

  it("rejects when the agent cannot be reached afterwards, and tries again", async () => {
    const { open } = signInAgent();
    let attempts = 0;
    const store = createAcpStore({ scheduler: "sync" });
    const source = () => {
      if (++attempts === 2) throw new Error("busy");
      return open();
    };
    const statuses: (string | undefined)[] = [];
    const agent = await connectAgent(store, source, {
      terminalLogin: () => Promise.resolve(),
      reconnect: { minDelay: 1 },
    });
    const isReadyAgain = new Promise<void>((resolve) =>
      store.watch({ type: "state", field: "connection" }, () => {
        const { status } = store.getState().connection ?? {};
        statuses.push(status);
        if (status === "ready") resolve();
      }),
    );
    await expect(agent.authenticate("tui")).rejects.toMatchObject({ reason: "lost" });
    await isReadyAgain;
    expect(statuses).toEqual(["lost", "connecting", "lost", "connecting", "ready"]);
    void agent.close();
  });
});
