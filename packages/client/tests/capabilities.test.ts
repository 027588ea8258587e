import { connectAgent, type ConnectOptions } from "@acp-store/client";
import { createAcpStore, isAcpElicitationError } from "@acp-store/core";
import { type SentUpdate, scriptedAgent } from "@acp-store/testing";
import { type ClientCapabilities, RequestError } from "@agentclientprotocol/sdk/unstable";
import { describe, expect, it } from "vitest";
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
  SentUpdate,
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

/** Runs a turn in which the agent sends all updates that it may send. Returns the session. */
async function runTurn(options: ConnectOptions) {
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    async onPrompt({ clientCapabilities, send }) {
      for (const [isAnnounced, update] of OPTIONAL_UPDATES)
        if (isAnnounced(clientCapabilities)) await send(update);
    },
  });
  const store = newStore();
  const connection = await connectAgent(store, connect(), options);
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  await connection.prompt(sessionId, "Go");
  return store.getState().sessions.get(sessionId);
}

describe("an agent of version 1 that sends only announced updates", () => {
  it("sends all of them by default, and they arrive in the state", async () => {
    const { notices, compactions, plans, configOptions, subagents } = (await runTurn({})) ?? {};
    expect(notices).toMatchObject([{ title: "MCP server unavailable" }]);
    expect(compactions?.get("k1")).toMatchObject({ status: "completed" });
    expect(plans?.get("p1")).toMatchObject({ content: "1. Read the code" });
    expect(subagents?.get("child")).toMatchObject({ title: "Explore" });
    expect(configOptions).toMatchObject([{ id: "web", currentValue: true }]);
  });

  it("sends none of them when they are switched off", async () => {
    const options = { capabilities: { session: false, plan: false, subagents: false } } as const;
    expect(await runTurn(options)).toMatchObject({
      notices: [],
      compactions: new Map(),
      plans: new Map(),
      subagents: new Map(),
      configOptions: [],
    });
  });
});

const form = { mode: "form", message: "Name?", requestedSchema: {} };
const page = {
  mode: "url",
  message: "Open",
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
    /** Runs a turn in which the agent sends a request. Returns the agent's error. */
    async function requestInTurn(method: string, params: object, options: ConnectOptions) {
      let error: unknown;
      const { connect } = scriptedAgent({
        protocolVersions: [version],
        async onPrompt({ request }) {
          error = await request(method, params).catch((reason: unknown) => reason);
        },
      });
      const store = newStore();
      const elicitations: number[] = [];
      store.subscribe((state) => elicitations.push(state.elicitations.size));
      const connection = await connectAgent(store, connect(), options);
      const { sessionId } = await connection.newSession({ cwd: "/w" });
      await connection.prompt(sessionId, "Go");
      const terminals = store.getState().sessions.get(sessionId)?.terminals;
      return { error, elicitations, terminals };
    }

    it.each(REFUSED)("is refused: %s", async (method, params, options, code) => {
      const { error, elicitations, terminals } = await requestInTurn(method, params, options);
      expect(error).toBeInstanceOf(RequestError);
      expect(error).toMatchObject({ code });
      expect(new Set(elicitations)).toEqual(new Set([0]));
      expect(terminals?.size).toBe(0);
    });
  },
);

it("reports an elicitation that was not announced, and does not show it", () => {
  const store = newStore();
  const offer = { protocolVersion: 1, clientCapabilities: { elicitation: { form: {} } } };
  store.observe({ dir: "sent", msg: { id: 0, method: "initialize", params: offer } });
  store.observe({ dir: "recv", msg: { id: 0, result: { protocolVersion: 1 } } });
  const request = (params: object) =>
    store.observe({
      dir: "recv",
      msg: { id: 7, method: "elicitation/create", params: { sessionId: "s1", ...params } },
    });
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
