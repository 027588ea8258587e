import { memoryStorage } from "@acp-store/persist";
import { scriptedAgent } from "@acp-store/testing";
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

function createHost(...others: readonly string[]): AgentHost {
  const agentHost = createAgentHost({
    agents: [describeAgent("first"), ...others.map(describeAgent)],
    storage: () => memoryStorage(),
    cwd: "/project",
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
  const panelHost = createPanelHost(agentHost);
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
  return { agentHost, panelHost, receive, dispose, posted, listeners };
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
