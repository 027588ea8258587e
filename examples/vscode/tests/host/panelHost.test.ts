import { memoryStorage } from "@acp-store/persist";
import { scriptedAgent } from "@acp-store/testing";
import { expect, it, onTestFinished } from "vitest";
import { createAgentHost } from "../../src/host/agentHost.js";
import { createPanelHost } from "../../src/host/panelHost.js";

/** Attaches a webview to an agent host with a session. `receive` is called by the page. */
async function attachWebview() {
  const agent = scriptedAgent({ onPrompt: (turn) => turn.say("Hello") });
  const agentHost = createAgentHost({
    source: async () => agent.connect(),
    storage: memoryStorage(),
    cwd: "/project",
  });
  onTestFinished(agentHost.dispose);
  await agentHost.start();
  const ran: string[] = [];
  const posted: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const disposeListeners = new Set<() => void>();
  const panelHost = createPanelHost(agentHost, (command) => ran.push(command));
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
  return { agentHost, panelHost, receive, dispose, ran, posted, listeners };
}

it("tells a loaded page which session to show", async () => {
  const { agentHost, receive, posted } = await attachWebview();
  receive({ type: "loaded" });
  const [sessionId] = agentHost.store.getState().sessions.keys();
  expect(posted).toContainEqual({ type: "shown", sessionId });
});

it("shows the session that the user chooses", async () => {
  const { agentHost, receive, posted } = await attachWebview();
  const [first = ""] = agentHost.store.getState().sessions.keys();
  await agentHost.newSession();
  receive({ type: "show", sessionId: first });
  expect(posted.at(-1)).toEqual({ type: "shown", sessionId: first });
  receive({ type: "show", sessionId: "unknown" });
  expect(agentHost.shownSession()).toBe(first);
});

it("shows another session when the shown one is closed", async () => {
  const { agentHost } = await attachWebview();
  const [first = ""] = agentHost.store.getState().sessions.keys();
  await agentHost.newSession();
  agentHost.store.closeSession(agentHost.shownSession() ?? "");
  await expect.poll(agentHost.shownSession).toBe(first);
});

it("creates one session if the user asks for one while the agent starts", async () => {
  const agent = scriptedAgent({ onPrompt: (turn) => turn.say("Hello") });
  const agentHost = createAgentHost({
    source: async () => agent.connect(),
    storage: memoryStorage(),
    cwd: "/project",
  });
  onTestFinished(agentHost.dispose);
  void agentHost.start();
  await agentHost.newSession();
  expect(agentHost.store.getState().sessions.size).toBe(1);
  await agentHost.newSession();
  expect(agentHost.store.getState().sessions.size).toBe(2);
});

it("runs the commands that the page may run, and no others", async () => {
  const { receive, ran } = await attachWebview();
  receive({ type: "run", command: "restart" });
  for (const message of [
    { type: "run", command: "deleteEverything" },
    { type: "run" },
    { type: "show", sessionId: 1 },
    { command: "restart" },
    "restart",
    null,
  ])
    receive(message);
  expect(ran).toEqual(["restart"]);
});

it("stops listening to a webview that was disposed", async () => {
  const { panelHost, dispose, listeners } = await attachWebview();
  expect(panelHost.isVisible()).toBe(true);
  dispose();
  expect(panelHost.isVisible()).toBe(false);
  expect(listeners.size).toBe(0);
});
