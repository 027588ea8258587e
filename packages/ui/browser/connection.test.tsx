import { type AgentConnection, connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { type ScriptedAgent, scriptedAgent } from "@acp-store/testing";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AccountMenu, AgentLog, ConnectionBanner } from "../src/index.js";
import "@acp-store/ui/style.css";

interface Connected {
  readonly scripted: ScriptedAgent;
  readonly agent: AgentConnection;
}

/** Shows a part that is connected to an agent that requires a sign-in. */
async function show(
  version: 1 | 2,
  renderPart: (connected: Connected) => ReactElement,
): Promise<Connected> {
  const scripted = scriptedAgent({
    protocolVersions: [version],
    onPrompt: async () => {},
    signIn: {
      methods: [
        { id: "expired", name: "Expired key" },
        { id: "key", name: "Key" },
      ],
      account: { label: "Team plan", name: "Robin", email: "robin@example.com" },
      onSignIn(methodId) {
        if (methodId === "expired") throw new Error("The key has expired");
      },
    },
  });
  const store = createAcpStore();
  const options = { reconnect: { attempts: 1, minDelay: 60_000, maxDelay: 60_000 } };
  const agent = await connectAgent(store, scripted.connect, options);
  onTestFinished(() => agent.close());
  const connected = { scripted, agent };
  render(<AcpStoreProvider store={store}>{renderPart(connected)}</AcpStoreProvider>);
  return connected;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

describe.each([1, 2] as const)("signing in to an agent of version %i", (version) => {
  it("shows a failure with its reason, and disappears when the user has signed in", async () => {
    const { agent } = await show(version, (connected) => (
      <ConnectionBanner onSignIn={(id) => void connected.agent.authenticate(id).catch(() => {})} />
    ));
    await expect(agent.newSession({ cwd: "/project" })).rejects.toThrow(/auth/i);
    await button("Expired key").click();
    const alert = page.getByRole("alert");
    await expect.element(alert).toHaveTextContent("Expired key failed: The key has expired.");
    await button("Key").click();
    await expect.element(page.getByRole("group")).not.toBeInTheDocument();
  });

  it("shows the account in a popover, and signs the user out with the keyboard", async () => {
    const { agent } = await show(version, (connected) => (
      <AccountMenu onSignOut={() => void connected.agent.logout()} />
    ));
    expect(document.querySelector("button")).toBeNull();
    await agent.authenticate("key");
    await agent.getAuthStatus();
    await button("Account").click();
    const details = page.getByRole("group", { name: "Account" });
    await expect.element(details).toHaveTextContent("Signed in asRobinrobin@example.comTeam plan");
    await expect.poll(() => document.activeElement?.textContent).toBe("Sign out");
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Account")).not.toBeInTheDocument();
  });
});

it("shows the countdown after a crash, and the output of the agent once it is closed", async () => {
  const { agent, scripted } = await show(2, () => (
    <ConnectionBanner onReconnect={() => {}}>
      <AgentLog lines={["Error: no model", "    at main"]} />
    </ConnectionBanner>
  ));
  scripted.crash("The agent exited with code 1.");
  await expect.element(page.getByText(/^Trying again in \d+ seconds\.$/)).toBeVisible();
  await agent.close();
  await expect.element(page.getByRole("heading", { name: "Not connected" })).toBeVisible();
  await page.getByText("Agent output (2 lines)").click();
  await expect.element(page.getByRole("group", { name: "Agent output" })).toBeVisible();
  await expect.element(button("Reconnect")).toBeEnabled();
});
