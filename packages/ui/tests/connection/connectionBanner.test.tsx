import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createMirror, hostMirrors, portLink } from "@acp-store/mirror";
import { AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AgentLog, ConnectionBanner, type ConnectionBannerProps } from "../../src/index.js";

const SUBSCRIPTION = {
  name: "Claude Subscription",
  type: "terminal",
  args: ["--cli", "auth", "login"],
};
const INITIALIZED = {
  1: {
    protocolVersion: 1,
    agentCapabilities: {},
    authMethods: [
      { ...SUBSCRIPTION, id: "claude-ai-login", env: { LOGIN_HINT: "two words" } },
      { id: "api-key", name: "API key" },
    ],
  },
  2: {
    protocolVersion: 2,
    info: { name: "claude", version: "1" },
    capabilities: {},
    authMethods: [
      {
        ...SUBSCRIPTION,
        methodId: "claude-ai-login",
        env: [{ name: "LOGIN_HINT", value: "two words" }],
      },
      { methodId: "api-key", type: "agent", name: "API key" },
    ],
  },
};

/** Creates a store whose agent has refused a session, because the user is not signed in. */
function createStore(version: 1 | 2): AcpStore {
  const store = createAcpStore({ scheduler: "sync" });
  store.connect();
  const params = { protocolVersion: version, clientCapabilities: {} };
  store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result: INITIALIZED[version] } });
  const request = { method: "session/new", params: { cwd: "/project", mcpServers: [] } };
  store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 1, ...request } });
  const error = { code: -32_000, message: "Authentication required" };
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 1, error } });
  return store;
}

function renderBanner(store: AcpStore, props: ConnectionBannerProps = {}): void {
  render(
    <AcpStoreProvider store={store}>
      <ConnectionBanner {...props} />
    </AcpStoreProvider>,
  );
}

const listButtons = (): (string | null)[] =>
  screen.queryAllByRole("button").map((button) => button.textContent || button.ariaLabel);

describe.each([1, 2] as const)("a sign-in in a terminal, version %i", (version) => {
  it("shows the agent's command with the arguments and variables of the method, to copy", () => {
    renderBanner(createStore(version), { agentCommand: ["node", "my agent.js"] });
    screen.getByText("LOGIN_HINT='two words' node 'my agent.js' --cli auth login");
    expect(listButtons()).toEqual(["Copy the command for Claude Subscription"]);
  });

  it("is not offered if the application knows neither the command nor a terminal", () => {
    renderBanner(createStore(version), { onSignIn: () => {} });
    expect(listButtons()).toEqual(["API key"]);
  });

  it("runs in the terminal of the application, and shows the reason if it fails", async () => {
    let fail: (reason: Error) => void = () => {};
    const promise = new Promise<void>((_, reject) => (fail = reject));
    const started: string[] = [];
    const onTerminalSignIn = (methodId: string): Promise<void> => {
      started.push(methodId);
      return promise;
    };
    renderBanner(createStore(version), { onTerminalSignIn, onSignIn: () => {} });
    fireEvent.click(screen.getByRole("button", { name: "Claude Subscription" }));
    expect(started).toEqual(["claude-ai-login"]);
    expect(screen.getByText("Continue in the terminal.").role).toBe("status");
    for (const button of screen.getAllByRole<HTMLButtonElement>("button"))
      expect(button.disabled).toBe(true);
    await act(async () => fail(new Error("Claude Subscription failed: it exited with code 1.")));
    expect(within(screen.getByRole("alert")).getByText(/exited with code 1/)).toBeDefined();
    for (const button of screen.getAllByRole<HTMLButtonElement>("button"))
      expect(button.disabled).toBe(false);
  });
});

it("says that a mirror waits for its owner, until it has one", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const host = hostMirrors(createStore(1));
  let hasOwner = false;
  const mirror = createMirror(() => {
    if (!hasOwner) throw new Error("There is no owner.");
    const { port1, port2 } = new MessageChannel();
    host.connect(portLink(port1));
    return portLink(port2);
  });
  onTestFinished(mirror.close);
  render(
    <AcpStoreProvider store={mirror}>
      <ConnectionBanner />
    </AcpStoreProvider>,
  );
  expect(screen.queryByRole("status")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(screen.getByRole("status").textContent).toBe(
    "Waiting for the window or server that runs the agent",
  );
  hasOwner = true;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  await waitFor(() => expect(mirror.status).toBe("live"));
  await waitFor(() => expect(screen.queryByText(/Waiting for/)).toBeNull());
});

it("offers to reconnect after a sign-in outside of the application", () => {
  let reconnects = 0;
  renderBanner(createStore(1), { agentCommand: ["agent"], onReconnect: () => reconnects++ });
  fireEvent.click(screen.getByRole("button", { name: "Reconnect" }));
  expect(reconnects).toBe(1);
});

it("does not offer to reconnect if the application has a terminal", () => {
  const onTerminalSignIn = async (): Promise<void> => {};
  renderBanner(createStore(1), { onTerminalSignIn, onReconnect: () => {} });
  expect(listButtons()).toEqual(["Claude Subscription"]);
});

it("shows the last output of an agent that has ended, below the reason", () => {
  const store = createStore(1);
  store.disconnect("The agent exited with code 1");
  renderBanner(store, { children: <AgentLog lines={["Error: no model", "    at main"]} /> });
  const alert = within(screen.getByRole("alert"));
  for (const text of [
    "The agent exited with code 1.",
    "Agent output (2 lines)",
    /Error: no model\s+at main/,
  ])
    expect(alert.getByText(text)).toBeDefined();
});

it("counts down to the next attempt", () => {
  const store = createStore(1);
  store.disconnect("The agent exited", { retry: { attempt: 2, retryIn: 9000 } });
  renderBanner(store);
  expect(screen.getByText(/^Trying again in [89] seconds \(attempt 2\)\.$/)).toBeDefined();
  act(() => store.connect({ attempt: 2 }));
  expect(screen.getByText("Trying again now (attempt 2).")).toBeDefined();
});
