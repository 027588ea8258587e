import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, selectMessages } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import { RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";
import { nextUncaughtError } from "../../../tests/support/nextUncaughtError.js";
import { waitForState } from "./support/storeState.js";

const newStore = () => createAcpStore({ scheduler: "sync" });

/**
 * Connects to an agent that answers every request, and records the messages that it receives after
 * `initialize`.
 */
async function recordingAgent(initializeResult: object, results: Record<string, object> = {}) {
  const received: RawMessage[] = [];
  const store = newStore();
  const stream = streamTo(
    rawAgent((message, write) => {
      const { id, method = "" } = message;
      if (method !== "initialize") received.push(message);
      if (id === undefined) return;
      write({ id, result: method === "initialize" ? initializeResult : (results[method] ?? {}) });
    }),
  );
  const agent = await connectAgent(store, stream);
  return { agent, store, received: () => received.map(({ method, params }) => [method, params]) };
}

const version1Result = (agentCapabilities: object) => ({ protocolVersion: 1, agentCapabilities });
const version2Result = {
  protocolVersion: 2,
  info: { name: "a", version: "1" },
  capabilities: { session: {} },
  authMethods: [{ type: "agent", methodId: "key", name: "Key" }],
};
const allCapabilities = version1Result({
  loadSession: true,
  sessionCapabilities: { resume: {}, list: {}, close: {} },
});
const knownSession = { sessionId: "s1", cwd: "/w" };
const stdioServer = { name: "files", command: "/bin/files", args: [], env: [] };

/** Calls every method that sends a request. */
async function sendEveryRequest(agent: AgentConnection): Promise<void> {
  await agent.newSession({ cwd: "/w", mcpServers: [stdioServer] });
  await agent.loadSession(knownSession);
  await agent.resumeSession(knownSession);
  await agent.listSessions({ cwd: "/w" });
  await agent.setConfigOption("s1", "model", "large");
  await agent.setConfigOption("s1", "web", true);
  await agent.authenticate("key");
  await agent.cancel("s1");
  await agent.closeSession("s1");
}

describe("a request to the agent", () => {
  it("reaches the agent even if a store listener throws", async () => {
    const { agent, store, received } = await recordingAgent(allCapabilities);
    store.openSession({ sessionId: "s1", cwd: "/w" });
    store.startTurn("s1");
    const stop = store.watch({ type: "session", sessionId: "s1" }, () => {
      stop();
      throw new Error("a broken component");
    });
    const reported = nextUncaughtError();
    await agent.cancel("s1");
    expect(received()).toEqual([["session/cancel", { sessionId: "s1" }]]);
    await expect(reported).resolves.toMatchObject({ message: "a broken component" });
  });

  it("uses the methods and parameters of version 1", async () => {
    const { agent, received } = await recordingAgent(allCapabilities, {
      "session/new": { sessionId: "s1" },
      "session/list": { sessions: [] },
    });
    await sendEveryRequest(agent);
    const sessionParams = { cwd: "/w", mcpServers: [] };
    expect(received()).toEqual([
      ["session/new", { cwd: "/w", mcpServers: [stdioServer] }],
      ["session/load", { sessionId: "s1", ...sessionParams }],
      ["session/resume", { sessionId: "s1", ...sessionParams }],
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

  it("uses the methods and parameters of version 2", async () => {
    const { agent, received } = await recordingAgent(version2Result, {
      "session/new": { sessionId: "s1" },
      "session/list": { sessions: [] },
    });
    await sendEveryRequest(agent);
    const sessionParams = { cwd: "/w", mcpServers: [] };
    expect(received()).toEqual([
      ["session/new", { cwd: "/w", mcpServers: [{ type: "stdio", ...stdioServer }] }],
      ["session/resume", { sessionId: "s1", ...sessionParams, replayFrom: { type: "start" } }],
      ["session/resume", { sessionId: "s1", ...sessionParams }],
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

  it("switches modes in version 1 only", async () => {
    const { agent, store, received } = await recordingAgent(allCapabilities);
    await agent.setMode("s1", "plan");
    expect(received()).toEqual([["session/set_mode", { sessionId: "s1", modeId: "plan" }]]);
    expect(store.getState().sessions.get("s1")?.modes?.currentModeId).toBe("plan");
    const withVersion2 = await recordingAgent(version2Result);
    await expect(withVersion2.agent.setMode("s1", "plan")).rejects.toThrow("Use setConfigOption");
  });
});

describe("an unsupported request", () => {
  it.each([
    ["load sessions", (agent: AgentConnection) => agent.loadSession(knownSession)],
    ["resume sessions", (agent: AgentConnection) => agent.resumeSession(knownSession)],
    ["list its sessions", (agent: AgentConnection) => agent.listSessions()],
  ])("rejects without contacting an agent that cannot %s", async (action, send) => {
    for (const initializeResult of [version1Result({}), { ...version2Result, capabilities: {} }]) {
      const { agent, received } = await recordingAgent(initializeResult);
      const error: unknown = await send(agent).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ name: "AcpConnectionError", reason: "unsupported" });
      expect(String(error)).toContain(`This agent cannot ${action}`);
      expect(received()).toEqual([]);
    }
  });

  it("cancels the running turn instead of closing a session, and closes it in the store", async () => {
    const { agent, store, received } = await recordingAgent(version1Result({}));
    store.startTurn("s1");
    await agent.closeSession("s1");
    expect(received()).toEqual([["session/cancel", { sessionId: "s1" }]]);
    expect(store.getState().sessions.get("s1")?.closed).toBe(true);
  });

  it("rejects with the agent's error when the user has to sign in", async () => {
    const { connect } = scriptedAgent({
      protocolVersions: [1],
      features: [],
      signIn: { methods: [{ id: "key", name: "Key" }] },
      onPrompt: async () => {},
    });
    const store = newStore();
    const agent = await connectAgent(store, connect());
    expect(store.getState().agent.authMethods).toMatchObject([{ id: "key" }]);
    await expect(agent.listSessions()).rejects.toMatchObject({ reason: "unsupported" });
    await expect(agent.newSession({ cwd: "/w" })).rejects.toMatchObject({ code: -32000 });
    await agent.authenticate("key");
    await expect(agent.newSession({ cwd: "/w" })).resolves.toHaveProperty("sessionId");
  });
});

describe("a request from the agent", () => {
  /** Connects to an agent that sends a request in each turn, and records the answer. */
  async function requestingAgent(method: string, params: object, store: AcpStore, options = {}) {
    let answer: unknown;
    const { connect } = scriptedAgent({
      protocolVersions: [1],
      async onPrompt({ request }) {
        answer = await request(method, params).catch(({ code, message }: RequestError) => ({
          code,
          message,
        }));
      },
    });
    const agent = await connectAgent(store, connect(), options);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    return { prompt: () => agent.prompt(sessionId, "Go"), answer: () => answer };
  }

  it("resolves an elicitation with the user's answer from the store", async () => {
    const store = newStore();
    const params = { mode: "form", message: "Name?", requestedSchema: {} };
    const { prompt, answer } = await requestingAgent("elicitation/create", params, store);
    const turn = prompt();
    const { elicitations } = await waitForState(store, (state) => state.elicitations.size > 0);
    const [elicitationId = ""] = elicitations.keys();
    store.respondToElicitation(elicitationId, {
      action: "accept",
      content: { name: "A" },
    });
    await turn;
    expect(answer()).toEqual({ action: "accept", content: { name: "A" } });
  });

  it("resolves with the handler's result, or fails with method not found without a handler", async () => {
    const params = { path: "/w/a.txt" };
    const fs = { readTextFile: ({ path }: { path: string }) => Promise.resolve({ content: path }) };
    const withHandler = await requestingAgent("fs/read_text_file", params, newStore(), { fs });
    await withHandler.prompt();
    expect(withHandler.answer()).toEqual({ content: "/w/a.txt" });
    const withoutHandler = await requestingAgent("fs/read_text_file", params, newStore());
    await withoutHandler.prompt();
    expect(withoutHandler.answer()).toMatchObject({ code: -32601 });
  });

  it("fails with the handler's error and keeps the connection open", async () => {
    const failingFs = {
      readTextFile: () => Promise.reject(RequestError.resourceNotFound("/w/a.txt")),
    };
    const params = { path: "/w/a.txt" };
    const { prompt, answer } = await requestingAgent("fs/read_text_file", params, newStore(), {
      fs: failingFs,
    });
    await prompt();
    expect(answer()).toMatchObject({ code: -32002 });
    expect(await prompt()).toEqual({ stopReason: "end_turn" });
  });
});

it("keeps content that the SDK would drop", async () => {
  const store = newStore();
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "_poll", text: "?" } };
  const stream = streamTo(
    rawAgent(({ id, method }, write) => {
      if (method === "session/prompt")
        write({ method: "session/update", params: { sessionId: "s1", update } });
      const results = { initialize: version1Result({}), "session/new": { sessionId: "s1" } };
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
