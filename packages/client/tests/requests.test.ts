import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, selectMessages } from "@acp-store/core";
import { methods, RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { agentV1 } from "./support/agents.js";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";
import { nextUncaught } from "./support/uncaught.js";
import { until } from "./support/until.js";

const newStore = () => createAcpStore({ scheduler: "sync" });

/** An agent that answers anything, and what it was asked after `initialize`. */
async function recorder(initialized: object, results: Record<string, object> = {}) {
  const asked: RawMessage[] = [];
  const store = newStore();
  const stream = streamTo(
    rawAgent((message, write) => {
      const { id, method = "" } = message;
      if (method !== "initialize") asked.push(message);
      if (id === undefined) return;
      write({ id, result: method === "initialize" ? initialized : (results[method] ?? {}) });
    }),
  );
  const agent = await connectAgent(store, stream);
  return { agent, store, asked: () => asked.map(({ method, params }) => [method, params]) };
}

const version1 = (agentCapabilities: object) => ({ protocolVersion: 1, agentCapabilities });
const version2 = {
  protocolVersion: 2,
  info: { name: "a", version: "1" },
  capabilities: { session: {} },
};
const everything = version1({
  loadSession: true,
  sessionCapabilities: { resume: {}, list: {}, close: {} },
});
const known = { sessionId: "s1", cwd: "/w" };
const stdio = { name: "files", command: "/bin/files", args: [], env: [] };

/** Asks for all there is. */
async function askAll(agent: AgentConnection): Promise<void> {
  await agent.newSession({ cwd: "/w", mcpServers: [stdio] });
  await agent.loadSession(known);
  await agent.resumeSession(known);
  await agent.listSessions({ cwd: "/w" });
  await agent.setConfigOption("s1", "model", "large");
  await agent.setConfigOption("s1", "web", true);
  await agent.authenticate("key");
  await agent.cancel("s1");
  await agent.closeSession("s1");
}

describe("what the agent is asked", () => {
  it("reaches it also where a listener throws", async () => {
    const { agent, store, asked } = await recorder(everything);
    store.openSession({ sessionId: "s1", cwd: "/w" });
    store.startTurn("s1");
    const stop = store.watch({ sessionId: "s1" }, () => {
      stop();
      throw new Error("a broken component");
    });
    const reported = nextUncaught();
    await agent.cancel("s1");
    expect(asked()).toEqual([["session/cancel", { sessionId: "s1" }]]);
    await expect(reported).resolves.toMatchObject({ message: "a broken component" });
  });

  it("is in the words of version 1", async () => {
    const { agent, asked } = await recorder(everything, { "session/new": { sessionId: "s1" } });
    await askAll(agent);
    const setup = { cwd: "/w", mcpServers: [] };
    expect(asked()).toEqual([
      ["session/new", { cwd: "/w", mcpServers: [stdio] }],
      ["session/load", { sessionId: "s1", ...setup }],
      ["session/resume", { sessionId: "s1", ...setup }],
      ["session/list", { cwd: "/w" }],
      ["session/set_config_option", { sessionId: "s1", configId: "model", value: "large" }],
      [
        "session/set_config_option",
        { sessionId: "s1", configId: "web", value: true, type: "boolean" },
      ],
      ["authenticate", { methodId: "key" }],
      ["session/cancel", { sessionId: "s1" }],
      ["session/close", { sessionId: "s1" }],
    ]);
  });

  it("is in the words of version 2", async () => {
    const { agent, asked } = await recorder(version2, { "session/new": { sessionId: "s1" } });
    await askAll(agent);
    const setup = { cwd: "/w", mcpServers: [] };
    expect(asked()).toEqual([
      ["session/new", { cwd: "/w", mcpServers: [{ type: "stdio", ...stdio }] }],
      ["session/resume", { sessionId: "s1", ...setup, replayFrom: { type: "start" } }],
      ["session/resume", { sessionId: "s1", ...setup }],
      ["session/list", { cwd: "/w" }],
      [
        "session/set_config_option",
        { sessionId: "s1", configId: "model", value: "large", type: "id" },
      ],
      [
        "session/set_config_option",
        { sessionId: "s1", configId: "web", value: true, type: "boolean" },
      ],
      ["auth/login", { methodId: "key" }],
      ["session/cancel", { sessionId: "s1" }],
      ["session/close", { sessionId: "s1" }],
    ]);
  });

  it("may be a mode, in version 1", async () => {
    const { agent, store, asked } = await recorder(everything);
    await agent.setMode("s1", "plan");
    expect(asked()).toEqual([["session/set_mode", { sessionId: "s1", modeId: "plan" }]]);
    expect(store.getState().sessions.get("s1")?.modes?.currentModeId).toBe("plan");
    const other = await recorder(version2);
    await expect(other.agent.setMode("s1", "plan")).rejects.toThrow("Use setConfigOption");
  });
});

describe("what the agent cannot do", () => {
  it.each([
    ["load sessions", (agent: AgentConnection) => agent.loadSession(known)],
    ["resume sessions", (agent: AgentConnection) => agent.resumeSession(known)],
    ["list its sessions", (agent: AgentConnection) => agent.listSessions()],
  ])("is not asked for: to %s", async (what, ask) => {
    for (const initialized of [version1({}), { ...version2, capabilities: {} }]) {
      const { agent, asked } = await recorder(initialized);
      const error: unknown = await ask(agent).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ name: "AcpConnectionError", reason: "unsupported" });
      expect(String(error)).toContain(`This agent cannot ${what}`);
      expect(asked()).toEqual([]);
    }
  });

  it("may be to close a session: then it is stopped, and closed in the store", async () => {
    const { agent, store, asked } = await recorder(version1({}));
    store.startTurn("s1");
    await agent.closeSession("s1");
    expect(asked()).toEqual([["session/cancel", { sessionId: "s1" }]]);
    expect(store.getState().sessions.get("s1")?.closed).toBe(true);
  });

  it("may be to work before the user has signed in, which the error says", async () => {
    const app = agentV1().onRequest(methods.agent.session.list, () => {
      throw RequestError.authRequired();
    });
    const store = newStore();
    const initialized = version1({ sessionCapabilities: { list: {} } });
    const agent = await connectAgent(
      store,
      streamTo((end) => app.connect(end as never)),
    );
    await expect(agent.listSessions()).rejects.toMatchObject({ reason: "unsupported" });
    const signIn = await recorder({ ...initialized, authMethods: [{ id: "key", name: "Key" }] });
    expect(signIn.store.getState().agent.authMethods).toMatchObject([{ id: "key" }]);
    const refusing = streamTo(
      rawAgent(({ id, method }, write) =>
        write(
          method === "initialize"
            ? { id, result: initialized }
            : { id, error: { code: -32000, message: "Authentication required" } },
        ),
      ),
    );
    const signedOut = await connectAgent(newStore(), refusing);
    await expect(signedOut.newSession({ cwd: "/w" })).rejects.toMatchObject({ code: -32000 });
  });
});

describe("what the agent asks", () => {
  /** Connects to an agent that asks something when it is prompted, and has the answer. */
  async function asking(method: string, params: object, store: AcpStore, options = {}) {
    let answer: unknown;
    const app = agentV1({
      onPrompt: async (_words, _sessionId, client) => {
        answer = await client
          .request(method, params)
          .catch(({ code, message }: RequestError) => ({ code, message }));
      },
    });
    const agent = await connectAgent(
      store,
      streamTo((end) => app.connect(end as never)),
      options,
    );
    await agent.newSession({ cwd: "/w" });
    return { prompt: () => agent.prompt("s1", "Go"), answer: () => answer };
  }

  it("is answered by the store: input", async () => {
    const store = newStore();
    const params = { sessionId: "s1", mode: "form", message: "Name?", requestedSchema: {} };
    const { prompt, answer } = await asking("elicitation/create", params, store);
    const turn = prompt();
    const { elicitations } = await until(store, (state) => state.elicitations.size > 0);
    const [elicitationId = ""] = elicitations.keys();
    store.respondToElicitation(elicitationId, {
      action: "accept",
      content: { name: "A" },
    });
    await turn;
    expect(answer()).toEqual({ action: "accept", content: { name: "A" } });
  });

  it("is answered by the handlers, as far as there are any", async () => {
    const params = { sessionId: "s1", path: "/w/a.txt" };
    const fs = { readTextFile: ({ path }: { path: string }) => Promise.resolve({ content: path }) };
    const given = await asking("fs/read_text_file", params, newStore(), { fs });
    await given.prompt();
    expect(given.answer()).toEqual({ content: "/w/a.txt" });
    const none = await asking("fs/read_text_file", params, newStore());
    await none.prompt();
    expect(none.answer()).toMatchObject({ code: -32601 });
  });

  it("is refused where a handler throws, and the connection lives on", async () => {
    const failing = {
      readTextFile: () => Promise.reject(RequestError.resourceNotFound("/w/a.txt")),
    };
    const params = { sessionId: "s1", path: "/w/a.txt" };
    const { prompt, answer } = await asking("fs/read_text_file", params, newStore(), {
      fs: failing,
    });
    await prompt();
    expect(answer()).toMatchObject({ code: -32002 });
    expect(await prompt()).toEqual({ stopReason: "end_turn" });
  });
});

it("shows the store what the SDK would drop", async () => {
  const store = newStore();
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "_poll", text: "?" } };
  const stream = streamTo(
    rawAgent(({ id, method }, write) => {
      if (method === "session/prompt")
        write({ method: "session/update", params: { sessionId: "s1", update } });
      const results = { initialize: version1({}), "session/new": { sessionId: "s1" } };
      write({ id, result: results[method as "initialize"] ?? { stopReason: "end_turn" } });
    }),
  );
  const agent = await connectAgent(store, stream);
  await agent.newSession({ cwd: "/w" });
  await agent.prompt("s1", [{ type: "text", text: "Go" }]);
  expect(selectMessages(store.getState(), "s1")[1]?.content).toEqual([
    { type: "_poll", text: "?" },
  ]);
});
