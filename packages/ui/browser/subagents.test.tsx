import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { createGate, scriptedAgent } from "@acp-store/testing";
import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AgentPanel } from "../src/index.js";
import "@acp-store/ui/style.css";
import { violations } from "../../devtools/browser/support/looks.js";

/** Shows a panel whose agent has a subagent at work until the gate is opened, and three MCP servers. */
async function openSubagent() {
  const gate = createGate();
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    async onPrompt(turn) {
      const subagent = await turn.subagent("Explore");
      await subagent.say("Found three files.");
      await subagent.hold(gate);
      await subagent.end();
    },
  });
  const store = createAcpStore();
  const agent = await connectAgent(store, connect(), {
    mcpServers: () => [
      { name: "docs", command: "/bin/docs", args: ["s3cret"], env: [] },
      { name: "legacy", type: "sse", url: "https://mcp.example/?key=s3cret", headers: [] },
    ],
  });
  const { sessionId } = await agent.newSession({ cwd: "/p" });
  const host = document.body.appendChild(document.createElement("div"));
  host.style.height = "100vh";
  const root = createRoot(host);
  root.render(
    <AcpStoreProvider store={store}>
      <AgentPanel agent={agent} sessionId={sessionId} />
    </AcpStoreProvider>,
  );
  onTestFinished(async () => {
    root.unmount();
    host.remove();
    await agent.close();
  });
  agent.prompt(sessionId, "Go").catch(() => {});
  await gate.reached;
  return gate;
}

const heading = page.getByRole("button", { name: "1 subagent running" });
const row = page.getByRole("list", { name: "Subagents" }).getByRole("button", { name: /^Explore/ });
const dialog = page.getByRole("dialog", { name: "Explore" });

it("opens the transcript of a working subagent, and returns the focus to its row", async () => {
  await openSubagent();
  await heading.click();
  await row.click();
  await expect.element(dialog.getByText("Found three files.")).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

it("keeps the dialog when the subagent ends, and then focuses the composer", async () => {
  const gate = await openSubagent();
  await heading.click();
  await row.click();
  gate.open();
  await expect.element(dialog.getByText(/^Done/).first()).toBeVisible();
  await expect.element(heading).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("textbox", { name: "Message" })).toHaveFocus();
});

it("lists the MCP servers with their transports and without their secrets", async () => {
  await openSubagent();
  await page.getByRole("button", { name: "MCP servers (2)" }).click();
  const servers = page.getByRole("list", { name: "MCP servers (2)" });
  await expect.element(servers.getByText("No problem reported")).toBeVisible();
  await expect.element(servers.getByText("Left out: not supported by this agent")).toBeVisible();
  expect(document.body.innerHTML).not.toContain("s3cret");
});
