import { connectAgent, type ConnectOptions } from "@acp-store/client";
import { type AcpStore, createAcpStore, isAcpElicitationError } from "@acp-store/core";
import {
  agent,
  type ClientCapabilities,
  methods,
  RequestError,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { describe, expect, it } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const noCommands = {
  create: () => Promise.resolve({ terminalId: "t1" }),
  output: () => Promise.resolve({ output: "", truncated: false }),
  waitForExit: () => Promise.resolve({}),
  kill: () => Promise.resolve(),
  release: () => Promise.resolve(),
};
const readTextFile = () => Promise.resolve({ content: "" });
const terminalLogin = () => Promise.resolve();
const elicitation = { form: {}, url: {} };
const session = { compaction: {}, configOptions: { boolean: {} }, notices: {} };
const understood = { session, subagents: {}, plan: {}, elicitation };
const noFiles = { readTextFile: false, writeTextFile: false };

/** The options, and what they announce with the fields of version 1 and of version 2. */
const ANNOUNCED: readonly (readonly [string, ConnectOptions, object, object])[] = [
  [
    "what the store understands by default",
    {},
    { fs: noFiles, terminal: false, ...understood },
    { elicitation },
  ],
  [
    "what the handlers provide",
    { fs: { readTextFile }, terminal: noCommands, terminalLogin },
    {
      fs: { readTextFile: true, writeTextFile: false },
      terminal: true,
      auth: { terminal: true },
      ...understood,
    },
    { auth: { terminal: {} }, elicitation },
  ],
  [
    "everything except what is switched off",
    {
      fs: { readTextFile },
      terminal: noCommands,
      terminalLogin,
      capabilities: {
        fs: false,
        terminal: false,
        auth: { terminal: false },
        session: { notices: false, configOptions: { boolean: false } },
        subagents: false,
        plan: false,
        elicitation: { url: false },
      },
    },
    {
      terminal: false,
      auth: { terminal: false },
      session: { compaction: {}, configOptions: {} },
      elicitation: { form: {} },
    },
    { elicitation: { form: {} } },
  ],
  [
    "no elicitation when it is switched off",
    { capabilities: { elicitation: false } },
    { fs: noFiles, terminal: false, session, subagents: {}, plan: {} },
    {},
  ],
  [
    "the application's values at any depth",
    { capabilities: { _meta: { a: 1 }, session: { notices: { _meta: { b: 2 } } } } },
    {
      fs: noFiles,
      terminal: false,
      ...understood,
      session: { ...session, notices: { _meta: { b: 2 } } },
      _meta: { a: 1 },
    },
    { elicitation, _meta: { a: 1 } },
  ],
];

describe("initialize", () => {
  it.each(ANNOUNCED)("announces %s", async (_what, options, version1, version2) => {
    const requests: RawMessage[] = [];
    const refusingAgent = rawAgent((message, write) => {
      requests.push(message);
      const refused = message.params?.["protocolVersion"] === 2;
      write({
        id: message.id,
        ...(refused
          ? { error: { code: -32602, message: "Invalid params" } }
          : { result: { protocolVersion: 1, agentCapabilities: {} } }),
      });
    });
    await connectAgent(newStore(), streamTo(refusingAgent), options);
    const [offer2, offer1] = requests.map(({ params }) => params);
    expect(offer2?.["capabilities"]).toEqual(version2);
    expect(offer2?.["clientCapabilities"]).toEqual(version1);
    expect(offer1?.["clientCapabilities"]).toEqual(version1);
  });
});

/** Updates that an agent of version 1 may only send if the client announced a capability. */
const OPTIONAL_UPDATES: readonly (readonly [
  (announced: ClientCapabilities) => unknown,
  SessionUpdate,
])[] = [
  [
    ({ session: announced }) => announced?.notices,
    { sessionUpdate: "notice", severity: "warning", title: "MCP server unavailable" },
  ],
  [
    ({ session: announced }) => announced?.compaction,
    { sessionUpdate: "compaction_update", compactionId: "k1", status: "completed" },
  ],
  [
    ({ plan }) => plan,
    {
      sessionUpdate: "plan_update",
      plan: { type: "markdown", planId: "p1", content: "1. Read the code" },
    },
  ],
  [
    ({ subagents }) => subagents,
    { sessionUpdate: "subagent_update", sessionId: "child", title: "Explore" },
  ],
  [
    ({ session: announced }) => announced?.configOptions?.boolean,
    {
      sessionUpdate: "config_option_update",
      configOptions: [{ type: "boolean", id: "web", name: "Web", currentValue: true }],
    },
  ],
];

/**
 * Runs a turn of an agent of the official SDK that sends all updates that it may send. The stable
 * part of the SDK would drop the capabilities that are not stable.
 */
async function runTurn(options: ConnectOptions): Promise<AcpStore> {
  let announced: ClientCapabilities = {};
  const app = agent({ name: "unstable" })
    .onRequest(methods.agent.initialize, ({ params }) => {
      announced = params.clientCapabilities ?? {};
      return { protocolVersion: 1, agentCapabilities: {} };
    })
    .onRequest(methods.agent.session.new, () => ({ sessionId: "s1" }))
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId }, client }) => {
      for (const [isAnnounced, update] of OPTIONAL_UPDATES)
        if (isAnnounced(announced))
          await client.notify(methods.client.session.update, { sessionId, update });
      return { stopReason: "end_turn" };
    });
  const store = newStore();
  const connection = await connectAgent(
    store,
    streamTo((agentEnd) => app.connect(agentEnd as never)),
    options,
  );
  await connection.newSession({ cwd: "/w" });
  await connection.prompt("s1", "Go");
  return store;
}

describe("an agent of version 1 that sends only announced updates", () => {
  it("sends all of them by default, and they arrive in the state", async () => {
    const store = await runTurn({});
    const { notices, compactions, plans, configOptions, subagents } =
      store.getState().sessions.get("s1") ?? {};
    expect(notices).toMatchObject([{ title: "MCP server unavailable" }]);
    expect(compactions?.get("k1")).toMatchObject({ status: "completed" });
    expect(plans?.get("p1")).toMatchObject({ content: "1. Read the code" });
    expect(subagents?.get("child")).toMatchObject({ title: "Explore" });
    expect(configOptions).toMatchObject([{ id: "web", currentValue: true }]);
  });

  it("sends none of them when they are switched off", async () => {
    const store = await runTurn({
      capabilities: { session: false, plan: false, subagents: false },
    });
    expect(store.getState().sessions.get("s1")).toMatchObject({
      notices: [],
      compactions: new Map(),
      plans: new Map(),
      subagents: new Map(),
      configOptions: [],
    });
  });
});

const form = { mode: "form", message: "Name?", sessionId: "s1", requestedSchema: {} };
const page = {
  mode: "url",
  message: "Open",
  sessionId: "s1",
  elicitationId: "e1",
  url: "https://x.y",
};

/** Requests of the agent for something that the client did not announce. */
const REFUSED: readonly (readonly [string, object, ConnectOptions, number])[] = [
  ["fs/read_text_file", { path: "/w/a" }, {}, -32601],
  [
    "fs/read_text_file",
    { path: "/w/a" },
    { fs: { readTextFile }, capabilities: { fs: { readTextFile: false } } },
    -32601,
  ],
  ["fs/write_text_file", { path: "/w/a", content: "" }, { fs: { readTextFile } }, -32601],
  ["terminal/create", { command: "ls" }, {}, -32601],
  [
    "terminal/create",
    { command: "ls" },
    { terminal: noCommands, capabilities: { terminal: false } },
    -32601,
  ],
  ["elicitation/create", form, { capabilities: { elicitation: false } }, -32601],
  ["elicitation/create", page, { capabilities: { elicitation: { url: false } } }, -32602],
];

describe.each([1, 2] as const)(
  "a request that the client of version %s did not announce",
  (version) => {
    /** Runs a turn in which the agent sends a request. Returns the agent's error and the store. */
    async function requestInTurn(method: string, params: object, options: ConnectOptions) {
      let error: unknown;
      const onPrompt = async (
        sendRequest: (name: string, params: object) => Promise<unknown>,
      ): Promise<void> => {
        error = await sendRequest(method, { sessionId: "s1", ...params }).catch(
          (reason: unknown) => reason,
        );
      };
      const store = newStore();
      const elicitations: number[] = [];
      store.subscribe((state) => elicitations.push(state.elicitations.size));
      const apps = {
        1: agentV1({
          onPrompt: (_text, _id, client) => onPrompt((...request) => client.request(...request)),
        }),
        2: agentV2({
          onPrompt: (_text, client) => onPrompt((...request) => client.request(...request)),
        }),
      };
      const connection = await connectAgent(
        store,
        streamTo((agentEnd) => apps[version].connect(agentEnd as never)),
        options,
      );
      await connection.newSession({ cwd: "/w" });
      await connection.prompt("s1", "Go");
      return { error, store, elicitations };
    }

    it.each(REFUSED)("is refused: %s", async (method, params, options, code) => {
      const { error, store, elicitations } = await requestInTurn(method, params, options);
      expect(error).toBeInstanceOf(RequestError);
      expect(error).toMatchObject({ code });
      expect(new Set(elicitations)).toEqual(new Set([0]));
      expect(store.getState().sessions.get("s1")?.terminals.size).toBe(0);
    });
  },
);

it("reports an elicitation that was not announced, and does not show it", () => {
  const store = newStore();
  const offer = { protocolVersion: 1, clientCapabilities: { elicitation: { form: {} } } };
  store.observe({ dir: "sent", msg: { id: 0, method: "initialize", params: offer } });
  store.observe({ dir: "recv", msg: { id: 0, result: { protocolVersion: 1 } } });
  const request = (params: object) =>
    store.observe({ dir: "recv", msg: { id: 7, method: "elicitation/create", params } });
  expect(request(page)).toMatchObject({
    accepted: false,
    diagnostics: [{ code: "not_announced", path: ["msg", "params", "mode"], value: "url" }],
  });
  expect(store.getState().elicitations.size).toBe(0);
  expect(() => store.respondToElicitation("7", { action: "decline" })).toThrow(
    expect.toSatisfy(isAcpElicitationError),
  );
  expect(request(form)).toMatchObject({ accepted: true });
  expect([...store.getState().elicitations.values()]).toMatchObject([{ status: "pending" }]);
});
