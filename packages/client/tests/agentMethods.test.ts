import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentConnection, connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { AGENT_METHODS, type AgentMethodName, agentSupports } from "@acp-store/core/actions";
import { describe, expect, it } from "vitest";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";

type Version = 1 | 2;
const VERSIONS = [1, 2] as const;
const root = join(import.meta.dirname, "../../..");

/** The methods of the protocol without a method of the connection, with the reason. */
const OTHER_METHODS = {
  initialize: "Sent by `connectAgent`",
  "mcp/message": "Only for clients that run MCP servers themselves: use `request` and `notify`",
} satisfies Record<string, string>;

/** The methods that the connection sends although no schema of the SDK contains them. */
const UNSCHEMATIC_METHODS = ["session/set_model"];

/** Returns the methods that a schema of the SDK defines for agents. */
function schemaMethods(version: Version, file: string): Set<string> {
  const path = `node_modules/@agentclientprotocol/sdk/schema/v${version}/${file}`;
  const { $defs } = JSON.parse(readFileSync(join(root, path), "utf8")) as {
    $defs: Record<string, { "x-side"?: string; "x-method"?: string }>;
  };
  return new Set(
    Object.values($defs).flatMap(({ "x-side": side, "x-method": method = "" }) =>
      side === "agent" ? [method] : [],
    ),
  );
}

const stable = { 1: schemaMethods(1, "schema.json"), 2: schemaMethods(2, "schema.json") };
const unstable = {
  1: schemaMethods(1, "schema.unstable.json"),
  2: schemaMethods(2, "schema.unstable.json"),
};
const names = Object.keys(AGENT_METHODS) as AgentMethodName[];

function isUnstable(name: AgentMethodName): boolean {
  return VERSIONS.every((version) => {
    const [method] = AGENT_METHODS[name][version] ?? [];
    return method === undefined || !stable[version].has(method);
  });
}

/** Returns the row of a method in the manual. */
function rowOf(name: AgentMethodName): string {
  const cells = VERSIONS.flatMap((version) => {
    const [method, capability] = AGENT_METHODS[name][version] ?? [];
    return [method, capability].map((cell) => (cell === undefined ? "–" : `\`${cell}\``));
  });
  return `| \`${name}\`${isUnstable(name) ? " (unstable)" : ""} | ${cells.join(" | ")} |`;
}

describe("the table of methods", () => {
  it.each(VERSIONS)(
    "contains every method of agents in the SDK's schemas of version %s",
    (version) => {
      const sent = names.flatMap((name) => AGENT_METHODS[name][version]?.[0] ?? []);
      const covered = [...sent, ...Object.keys(OTHER_METHODS)];
      expect(new Set(covered.filter((method) => !UNSCHEMATIC_METHODS.includes(method)))).toEqual(
        new Set([...stable[version], ...unstable[version]]),
      );
    },
  );

  it("has a row with its capabilities in the manual", () => {
    const page = readFileSync(join(root, "docs/methods.md"), "utf8");
    const rows = page.split("\n").filter((line) => line.startsWith("| `"));
    const others = Object.entries(OTHER_METHODS).map(
      ([method, reason]) => `| \`${method}\` | ${reason} |`,
    );
    expect(rows).toEqual([...names.map(rowOf), ...others]);
  });

  it("has a docstring that says whether it is unstable", () => {
    const source = readFileSync(join(root, "packages/client/src/agentConnection.ts"), "utf8");
    const marked = names.filter((name) => {
      const docstring =
        source
          .slice(0, source.indexOf(`\n  ${name}(`))
          .split("/**")
          .at(-1) ?? "";
      return /\bUnstable: /.test(docstring);
    });
    expect(marked).toEqual(names.filter(isUnstable));
  });
});

/** The calls that need a capability, with the parameters that reach the agent. */
const CALLS: readonly (readonly [
  AgentMethodName,
  (agent: AgentConnection) => Promise<unknown>,
  object,
])[] = [
  ["deleteSession", (agent) => agent.deleteSession("s1"), { sessionId: "s1" }],
  ["archiveSession", (agent) => agent.archiveSession("s1"), { sessionId: "s1" }],
  ["unarchiveSession", (agent) => agent.unarchiveSession("s1"), { sessionId: "s1" }],
  ["setSessionTitle", (agent) => agent.setSessionTitle("s1", "A"), { sessionId: "s1", title: "A" }],
  ["getSessionStatus", (agent) => agent.getSessionStatus("s1"), { sessionId: "s1" }],
  [
    "forkSession",
    (agent) => agent.forkSession({ sessionId: "s1", cwd: "/w" }),
    { sessionId: "s1", cwd: "/w", mcpServers: [] },
  ],
  ["logout", (agent) => agent.logout(), {}],
  ["getAuthStatus", (agent) => agent.getAuthStatus(), {}],
  ["listProviders", (agent) => agent.listProviders(), {}],
  [
    "setProvider",
    (agent) => agent.setProvider({ providerId: "p", apiType: "openai", baseUrl: "http://x" }),
    { providerId: "p", apiType: "openai", baseUrl: "http://x" },
  ],
  ["disableProvider", (agent) => agent.disableProvider("p"), { providerId: "p" }],
];

/** The capabilities of an agent that supports every method. */
const ALL_CAPABILITIES = {
  1: {
    loadSession: true,
    auth: { status: {}, logout: {} },
    providers: {},
    sessionCapabilities: {
      ...{ resume: {}, list: {}, fork: {}, close: {} },
      ...{ delete: {}, archive: {}, title: {}, status: {} },
    },
  },
  2: {
    session: { fork: {}, delete: {}, archive: {}, title: {}, status: {} },
    auth: { status: {} },
    providers: {},
  },
};
const AUTH_METHODS = {
  1: [{ id: "key", name: "Key" }],
  2: [{ type: "agent", methodId: "key", name: "Key" }],
};

/** Connects to an agent with capabilities, which answers requests with their method in `_meta`. */
async function connectTo(version: Version, capabilities: object, authMethods: object[]) {
  const received: RawMessage[] = [];
  const initializeResult =
    version === 1
      ? { protocolVersion: 1, agentCapabilities: capabilities, authMethods }
      : { protocolVersion: 2, info: { name: "a", version: "1" }, capabilities, authMethods };
  const store = createAcpStore({ scheduler: "sync" });
  const stream = streamTo(
    rawAgent(({ id, method, params }, write) => {
      if (method === "initialize") return write({ id, result: initializeResult });
      received.push({ method: method ?? "", ...(params && { params }) });
      const sessionId = `${params?.["sessionId"] === undefined ? "new" : "s1"}-copy`;
      write({ id, result: { sessionId, title: "A", _meta: { method } } });
    }),
  );
  const agent = await connectAgent(store, stream);
  return { agent, store, received };
}

describe.each(VERSIONS)("a method of the connection in version %s", (version) => {
  it.each(CALLS)(
    "reaches the agent and resolves with the whole response: %s",
    async (name, call, params) => {
      const { agent, received } = await connectTo(
        version,
        ALL_CAPABILITIES[version],
        AUTH_METHODS[version],
      );
      const [method] = AGENT_METHODS[name][version] ?? [];
      expect(await call(agent)).toMatchObject({ _meta: { method } });
      expect(received).toEqual([{ method, params }]);
    },
  );

  it.each(CALLS)("rejects when the agent did not announce it: %s", async (name, call) => {
    const { agent, received } = await connectTo(version, {}, []);
    await expect(call(agent)).rejects.toMatchObject({
      name: "AcpConnectionError",
      reason: "unsupported",
      message: expect.stringContaining(`This agent cannot ${AGENT_METHODS[name].action}`),
    });
    expect(received).toEqual([]);
  });

  it.each(CALLS)("is supported if the agent announced it: %s", async (name) => {
    const announced = await connectTo(version, ALL_CAPABILITIES[version], AUTH_METHODS[version]);
    expect(agentSupports(announced.store.getState(), name)).toBe(true);
    const { store } = await connectTo(version, {}, []);
    expect(agentSupports(store.getState(), name)).toBe(false);
  });

  it("resolves with the whole response when a session is created, loaded, resumed or closed", async () => {
    const { agent } = await connectTo(version, ALL_CAPABILITIES[version], []);
    const known = { sessionId: "s1", cwd: "/w" };
    const load = version === 1 ? "session/load" : "session/resume";
    const meta = (method: string) => ({ _meta: { method } });
    expect(await agent.newSession({ cwd: "/w" })).toMatchObject({
      sessionId: "new-copy",
      ...meta("session/new"),
    });
    expect(await agent.loadSession(known)).toMatchObject(meta(load));
    expect(await agent.resumeSession(known)).toMatchObject(meta("session/resume"));
    expect(await agent.closeSession("s1")).toMatchObject(meta("session/close"));
  });

  it("frees the content of a session that is deleted or archived", async () => {
    const { agent, store } = await connectTo(version, ALL_CAPABILITIES[version], []);
    for (const end of ["deleteSession", "archiveSession"] as const) {
      await agent.resumeSession({ sessionId: "s1", cwd: "/w" });
      expect(store.getState().sessions.get("s1")?.closed).toBeUndefined();
      await agent[end]("s1");
      expect(store.getState().sessions.get("s1")?.closed).toBe(true);
    }
  });

  it("opens a forked session in the state", async () => {
    const { agent, store } = await connectTo(version, ALL_CAPABILITIES[version], []);
    const { sessionId } = await agent.forkSession({ sessionId: "s1", cwd: "/w" });
    expect(sessionId).toBe("s1-copy");
    expect(store.getState().sessions.get("s1-copy")).toMatchObject({ cwd: "/w" });
  });
});

describe("a method that only one version has", () => {
  it("cancels the tool calls and terminals that offer it in version 2", async () => {
    const { agent, store, received } = await connectTo(2, ALL_CAPABILITIES[2], []);
    const update = (fields: object) =>
      store.ingest({ sessionId: "s1", update: { ...fields, capabilities: { cancel: {} } } });
    update({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Run" });
    update({ sessionUpdate: "terminal_update", terminalId: "t1", command: "ls" });
    const ofCall = { method: "tool_call/cancel", params: { sessionId: "s1", toolCallId: "c1" } };
    const ofTerminal = { method: "terminal/cancel", params: { sessionId: "s1", terminalId: "t1" } };
    expect(await agent.cancelToolCall("s1", "c1")).toMatchObject({
      _meta: { method: ofCall.method },
    });
    expect(await agent.cancelTerminal("s1", "t1")).toMatchObject({
      _meta: { method: ofTerminal.method },
    });
    expect(received).toEqual([ofCall, ofTerminal]);
  });

  it.each(VERSIONS)(
    "rejects a cancel that version %s or the call does not offer",
    async (version) => {
      const { agent, store, received } = await connectTo(version, ALL_CAPABILITIES[version], []);
      const toolCall = { sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Run" };
      store.ingest({ sessionId: "s1", update: toolCall });
      const unsupported = { reason: "unsupported" };
      await expect(agent.cancelToolCall("s1", "c1")).rejects.toMatchObject(unsupported);
      await expect(agent.cancelTerminal("s1", "t1")).rejects.toMatchObject(unsupported);
      expect(received).toEqual([]);
    },
  );

  it("switches the model in version 1, unless the agent does not know the method", async () => {
    const { agent, received } = await connectTo(1, {}, []);
    expect(await agent.setModel("s1", "large")).toMatchObject({
      _meta: { method: "session/set_model" },
    });
    expect(received[0]?.params).toEqual({ sessionId: "s1", modelId: "large" });
    const answers: Record<string, object> = {
      initialize: { result: { protocolVersion: 1, agentCapabilities: {} } },
    };
    const stream = streamTo(
      rawAgent(({ id, method = "" }, write) =>
        write({ id, ...(answers[method] ?? { error: { code: -32601, message: "Unknown" } }) }),
      ),
    );
    const other = await connectAgent(createAcpStore(), stream);
    await expect(other.setModel("s1", "large")).rejects.toMatchObject({ reason: "unsupported" });
    const { agent: agentV2 } = await connectTo(2, ALL_CAPABILITIES[2], []);
    await expect(agentV2.setModel("s1", "large")).rejects.toMatchObject({ reason: "unsupported" });
  });
});
