import { memoryStorage } from "@acp-store/persist";
import { scriptedAgent } from "@acp-store/testing";
import { agent, methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { expect, it, onTestFinished } from "vitest";
import {
  type AgentDescription,
  type AgentHost,
  createAgentHost,
} from "../../src/host/agentHost.js";
import { createPanelHost } from "../../src/host/panelHost.js";

/** Describes a scripted agent for the host. */
function describeAgent(id: string): AgentDescription {
  const agent = scriptedAgent({ onPrompt: (turn) => turn.say("Hello") });
  return { id, name: id.toUpperCase(), source: async () => agent.connect() };
}

/** Describes an agent whose sessions can work in several folders. */
function describeAgentWithFolders(): AgentDescription {
  const app = agent({ name: "folders" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: { sessionCapabilities: { additionalDirectories: {} } },
    }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }));
  return {
    ...{ id: "first", name: "First" },
    async source() {
      const [toAgent, toClient] = [new TransformStream(), new TransformStream()];
      app.connect({ readable: toAgent.readable, writable: toClient.writable });
      return { readable: toClient.readable, writable: toAgent.writable };
    },
  };
}

function createHost(...others: readonly string[]): AgentHost {
  return createHostOf(describeAgent("first"), ...others.map(describeAgent));
}

function createHostOf(...agents: readonly [AgentDescription, ...AgentDescription[]]): AgentHost {
  const agentHost = createAgentHost({
    agents,
    storage: () => memoryStorage(),
    folders: ["/project", "/docs"],
  });
  onTestFinished(agentHost.dispose);
  return agentHost;
}

const sessionsOf = ({ fleet }: AgentHost, agentId: string): readonly string[] => [
  ...(fleet.getView(agentId)?.getState().sessions.keys() ?? []),
];

/** Attaches a webview to an agent host with a session. `receive` is called by the page. */
async function attachWebview(...others: readonly string[]) {
  const agentHost = createHost(...others);
  await agentHost.start();
  const posted: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const disposeListeners = new Set<() => void>();
  const wishes: unknown[] = [];
  const panelHost = createPanelHost(agentHost, {
    openFile: (path, line) => wishes.push({ path, line }),
    newSession: (agentId) => wishes.push({ agentId }),
  });
  panelHost.attach({
    visible: true,
    webview: {
      postMessage: (message) => posted.push(message),
      onDidReceiveMessage(listener) {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
    onDidDispose(listener) {
      disposeListeners.add(listener);
      return { dispose: () => disposeListeners.delete(listener) };
    },
  });
  const receive = (message: unknown): void => {
    for (const listener of [...listeners]) listener(message);
  };
  const dispose = (): void => {
    for (const listener of [...disposeListeners]) listener();
  };
  return { agentHost, panelHost, receive, dispose, posted, listeners, wishes };
}

it("tells a loaded page which session to show", async () => {
  const { agentHost, receive, posted } = await attachWebview();
  receive({ type: "loaded" });
  const [sessionId] = sessionsOf(agentHost, "first");
  expect(posted).toContainEqual({ type: "shown", key: `first/${sessionId}` });
});

it("shows the session or the agent that the user chooses", async () => {
  const { agentHost, receive, posted } = await attachWebview("second");
  const key = agentHost.shownKey();
  await agentHost.newSession("second");
  expect(agentHost.shownKey()).toBe(`second/${sessionsOf(agentHost, "second")[0]}`);
  receive({ type: "show", key });
  expect(posted.at(-1)).toEqual({ type: "shown", key });
  receive({ type: "show", key: "second" });
  expect(agentHost.shownAgent().definition.id).toBe("second");
  for (const message of [
    { type: "show", key: "unknown" },
    { type: "show", key: "first/unknown" },
    { type: "show", key: 1 },
    { type: "show" },
    { key: "first" },
    "first",
    null,
  ])
    receive(message);
  expect(agentHost.shownKey()).toBe("second");
});

it("passes on the wishes of the user that VS Code carries out", async () => {
  const { receive, wishes } = await attachWebview();
  for (const message of [
    { type: "open", path: "src/a.ts", line: 12 },
    { type: "open", path: "/project/b.ts" },
    { type: "newSession", agentId: "first" },
    { type: "open", path: "src/a.ts", line: "12" },
    { type: "open", path: 1 },
    { type: "newSession" },
  ])
    receive(message);
  expect(wishes).toEqual([
    { path: "src/a.ts", line: 12 },
    { path: "/project/b.ts", line: undefined },
    { agentId: "first" },
  ]);
});

it("creates a session in the chosen folder, with the others if the agent supports that", async () => {
  const agentHost = createHostOf(describeAgentWithFolders());
  await agentHost.start();
  await agentHost.newSession("first", "/docs");
  const { store } = agentHost.shownAgent();
  const folders = Array.from(store.getState().sessions.values(), (session) => [
    session.cwd,
    session.additionalDirectories,
  ]);
  expect(folders).toEqual([
    ["/project", ["/docs"]],
    ["/docs", ["/project"]],
  ]);
});

it("starts no agent but the one that is shown", async () => {
  const { agentHost } = await attachWebview("second");
  const statuses = () => Array.from(agentHost.fleet.entries.getState().values(), (e) => e.status);
  expect(statuses()).toEqual(["running", "stopped"]);
  await agentHost.newSession("second");
  expect(statuses()).toEqual(["running", "running"]);
});

it("shows another session when the shown one is closed", async () => {
  const { agentHost } = await attachWebview();
  const before = agentHost.shownKey();
  await agentHost.newSession("first");
  const { store } = agentHost.shownAgent();
  store.closeSession(sessionsOf(agentHost, "first").at(-1) ?? "");
  await expect.poll(agentHost.shownKey).toBe(before);
});

it("creates one session if the user asks for one while the agent starts", async () => {
  const agentHost = createHost();
  void agentHost.start();
  await agentHost.newSession("first");
  expect(sessionsOf(agentHost, "first")).toHaveLength(1);
  await agentHost.newSession("first");
  expect(sessionsOf(agentHost, "first")).toHaveLength(2);
});

it("stops listening to a webview that was disposed", async () => {
  const { panelHost, dispose, listeners } = await attachWebview();
  expect(panelHost.isVisible()).toBe(true);
  dispose();
  expect(panelHost.isVisible()).toBe(false);
  expect(listeners.size).toBe(0);
});
