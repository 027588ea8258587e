import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { createAgent } from "./support/agent.js";
import { startExtension, temporaryFolder } from "./support/extension.js";
import {
  answerRequest,
  getAnswer,
  getField,
  getQueued,
  getRequest,
  openList,
  sendPrompt,
} from "./support/panel.js";
import { type ThemeName, THEMES } from "./support/themes.js";

describe("the panel", () => {
  it("streams a turn into the page", async () => {
    const agent = createAgent();
    const { panel, statusBar, contexts } = await startExtension({ agents: [agent.configured] });
    await sendPrompt(panel, "Wait");
    await getAnswer(panel, "The first half.").waitFor();
    await panel.getByTestId("working").waitFor();
    expect(statusBar.text).toContain("working");
    expect(contexts.get("acpStore.isRunning")).toBe(true);
    agent.continueTurn();
    await getAnswer(panel, "The second half.").waitFor();
    await expect.poll(() => statusBar.text).toContain("ready");
    expect(contexts.get("acpStore.isRunning")).toBe(false);
  });

  it("shows the same turn after the page was reloaded in the middle of it", async () => {
    const agent = createAgent();
    const { panel, reload } = await startExtension({ agents: [agent.configured] });
    await sendPrompt(panel, "Wait");
    await getAnswer(panel, "The first half.").waitFor();
    await sendPrompt(panel, "Queued");
    await getQueued(panel, "Queued").waitFor();
    await reload();
    await getAnswer(panel, "The first half.").waitFor();
    await getQueued(panel, "Queued").waitFor();
    agent.continueTurn();
    await getAnswer(panel, "You said: Queued").waitFor();
    const texts = panel.getByRole("article").locator("p");
    expect(await texts.allTextContents()).toEqual([
      "Wait",
      "The first half.",
      "The second half.",
      "Queued",
      "You said: Queued",
    ]);
  });

  it("shows the state that changed while the view was hidden", async () => {
    const agent = createAgent();
    const { panel, page, hideView, showView, statusBar } = await startExtension({
      agents: [agent.configured],
    });
    await sendPrompt(panel, "Wait");
    await getAnswer(panel, "The first half.").waitFor();
    hideView();
    await page.locator("iframe").waitFor({ state: "detached" });
    agent.continueTurn();
    await expect.poll(() => statusBar.text).toContain("ready");
    showView();
    await getAnswer(panel, "The second half.").waitFor();
  });

  it("keeps the draft of each session when the page is reloaded", async () => {
    const { panel, reload, runCommand } = await startExtension({
      agents: [createAgent().configured],
    });
    await getField(panel).fill("A first draft");
    await runCommand("acpStore.newSession");
    await expect.poll(() => getField(panel).inputValue()).toBe("");
    await getField(panel).fill("A second draft");
    await reload();
    expect(await getField(panel).inputValue()).toBe("A second draft");
    await openList(panel);
    await panel.locator(".acp-agent-group .acp-session-open").last().click();
    await expect.poll(() => getField(panel).inputValue()).toBe("A first draft");
  });

  it("names the MCP servers of the setting, and asks before a prompt once the budget is spent", async () => {
    const file = join(temporaryFolder(), "mcp.json");
    const events = { type: "sse", url: "https://events.example" };
    writeFileSync(file, JSON.stringify({ mcpServers: { docs: { command: "docs" }, events } }));
    const { panel } = await startExtension({
      agents: [createAgent().configured],
      settings: { "acpStore.mcpFiles": [file], "acpStore.budget": 0.5 },
    });
    await sendPrompt(panel, "Spend");
    await getAnswer(panel, "It cost one dollar.").waitFor();
    await panel.getByRole("button", { name: "MCP servers (2)" }).click();
    await panel.getByText("Left out").waitFor();
    await sendPrompt(panel, "More");
    await panel.getByRole("heading", { name: /^Send the prompt, although this session/ }).waitFor();
    await panel.getByRole("button", { name: "Send anyway" }).click();
    await getAnswer(panel, "You said: More").waitFor();
  });

  it("finds the files of the folder as mentions", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "greeting.txt"), "Hello from a file");
    const { configured } = createAgent();
    const { panel } = await startExtension({ agents: [configured], folders: [folder] });
    await getField(panel).pressSequentially("Look at @greet");
    await panel.getByRole("option", { name: /greeting\.txt/ }).click();
    await panel.getByRole("list", { name: "Attachments" }).getByText("greeting.txt").waitFor();
    await getField(panel).press("Enter");
    await getAnswer(panel, /You said: Look at @greeting\.txt/).waitFor();
  });

  it("stops a turn from the page and with the command", async () => {
    const { panel, runCommand } = await startExtension({ agents: [createAgent().configured] });
    await sendPrompt(panel, "Wait");
    await getAnswer(panel, "The first half.").waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel
      .getByText(/You stopped the agent/)
      .last()
      .waitFor();
    await sendPrompt(panel, "Wait");
    await expect.poll(() => getAnswer(panel, "The first half.").count()).toBe(2);
    await runCommand("acpStore.cancel");
    await panel
      .getByText(/You stopped the agent/)
      .last()
      .waitFor();
  });

  it("moves the focus to the message field with the command", async () => {
    const { panel, runCommand } = await startExtension({ agents: [createAgent().configured] });
    await panel.getByRole("region", { name: "Messages" }).focus();
    await runCommand("acpStore.focus");
    await expect
      .poll(() => getField(panel).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });
});

it("registers the commands of the manifest", async () => {
  const { commandIds } = await startExtension({ agents: [createAgent().configured] });
  const declared = manifest.contributes.commands.map(({ command }) => command);
  expect(commandIds).toEqual(expect.arrayContaining(declared));
});

describe("the extension", () => {
  it("restores the sessions after a restart of the extension host", async () => {
    const agent = createAgent();
    const options = { agents: [agent.configured], storage: temporaryFolder() };
    const first = await startExtension(options);
    await sendPrompt(first.panel, "Hello");
    await getAnswer(first.panel, "You said: Hello").waitFor();
    await first.deactivate();
    const second = await startExtension(options);
    await getAnswer(second.panel, "You said: Hello").waitFor();
    await sendPrompt(second.panel, "Again");
    await getAnswer(second.panel, "You said: Again").waitFor();
    expect(await second.panel.getByRole("article").count()).toBe(4);
  });
});

it("shows a saved session that the agent no longer knows, and why it cannot continue", async () => {
  const options = { agents: [createAgent("forgets").configured], storage: temporaryFolder() };
  const first = await startExtension(options);
  await sendPrompt(first.panel, "Hello");
  await getAnswer(first.panel, "You said: Hello").waitFor();
  await first.deactivate();
  const { panel, runCommand } = await startExtension(options);
  await getAnswer(panel, "You said: Hello").waitFor();
  // The agent opens a saved session with the first prompt.
  await sendPrompt(panel, "Again");
  await panel
    .getByRole("status")
    .filter({ hasText: /not found|unknown/i })
    .waitFor();
  expect(await getField(panel).isDisabled()).toBe(true);
  await runCommand("acpStore.newSession");
  await sendPrompt(panel, "Again");
  await getAnswer(panel, "You said: Again").waitFor();
});

describe("the agent", () => {
  it("is started again when it was killed", async () => {
    const agent = createAgent();
    const { panel } = await startExtension({ agents: [agent.configured] });
    await sendPrompt(panel, "Wait");
    await getAnswer(panel, "The first half.").waitFor();
    agent.kill();
    await panel.getByText(/^Interrupted after/).waitFor();
    expect(await getField(panel).inputValue()).toBe("");
    await sendPrompt(panel, "Hello");
    await getAnswer(panel, "You said: Hello").waitFor();
  });

  it("can be restarted by the user when it cannot be started", async () => {
    const agent = createAgent();
    const { panel, statusBar } = await startExtension({ agents: [agent.configured] });
    await sendPrompt(panel, "Hello");
    await getAnswer(panel, "You said: Hello").waitFor();
    agent.setGone(true);
    agent.kill();
    const alert = panel.getByRole("alert").filter({ hasText: "the model is unavailable" });
    await alert.waitFor();
    expect(statusBar).toMatchObject({
      text: expect.stringContaining("stopped"),
      tooltip: expect.stringContaining("the model is unavailable"),
    });
    agent.setGone(false);
    await alert.getByRole("button", { name: "Restart the agent" }).click();
    await sendPrompt(panel, "Again");
    await getAnswer(panel, "You said: Again").waitFor();
    await getAnswer(panel, "You said: Hello").waitFor();
  });

  it("lets the user sign in before the first session, and shows why it failed", async () => {
    const { panel, findViolations } = await startExtension({
      agents: [createAgent("signIn").configured],
    });
    await panel.getByRole("button", { name: "Expired key" }).click();
    const alert = panel.getByRole("alert");
    await alert.getByText("Expired key failed: The key has expired.").waitFor();
    expect(await panel.getByText("The key has expired").count()).toBe(1);
    expect(await findViolations()).toEqual([]);
    await panel.getByRole("button", { name: "API key" }).click();
    await sendPrompt(panel, "Hello");
    await getAnswer(panel, "You said: Hello").waitFor();
    expect(await alert.count()).toBe(0);
  });

  it("lets the user sign in with the command", async () => {
    const { panel, pick, runCommand } = await startExtension({
      agents: [createAgent("signIn").configured],
    });
    await panel.getByRole("group", { name: /^Sign in to/ }).waitFor();
    pick("API key");
    await runCommand("acpStore.signIn");
    await sendPrompt(panel, "Hello");
    await getAnswer(panel, "You said: Hello").waitFor();
  });

  it("is replaced after a reload of the window when the setting changes", async () => {
    const { notifications, changeSetting } = await startExtension({
      agents: [createAgent().configured],
    });
    changeSetting("acpStore.agents", [{ id: "other", name: "Other", command: "other-agent" }]);
    await expect
      .poll(() => notifications.map(({ buttons }) => buttons))
      .toEqual([["Reload Window"]]);
  });
});

describe("the scripted agent of the example", () => {
  it.each(Object.keys(THEMES) as ThemeName[])(
    "can be used with the keyboard and a screen reader in the theme %s",
    async (theme) => {
      const { panel, page, findViolations } = await startExtension({ theme });
      await sendPrompt(panel, "Fix the cart");
      const request = getRequest(panel, "Edit src/cart.js");
      await request.locator('[data-armed="true"]').waitFor();
      await panel.getByRole("region", { name: "Plan" }).getByText("1 of 3").waitFor();
      expect(await findViolations()).toEqual([]);
      await getField(panel).focus();
      // Moves back from the message field: the plan, Reject and the other options, to the first one.
      const allow = request.getByRole("button", { name: "Allow", exact: true });
      const isFocused = () => allow.evaluate((button) => button.matches(":focus"));
      for (let step = 0; step < 12 && !(await isFocused()); step += 1)
        await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Enter");
      await answerRequest(panel, "npm test", "Allow");
      await getAnswer(panel, "The tests pass.").waitFor();
      expect(await findViolations()).toEqual([]);
    },
  );

  it("fits into a side bar of 300 pixels", async () => {
    const { panel } = await startExtension({ width: 300 });
    await sendPrompt(panel, `Fix the cart in ${"a-very-long-folder-name".repeat(5)}`);
    await getRequest(panel, "Edit src/cart.js").waitFor();
    const overflow = await panel
      .locator("html")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow).toBe(0);
  });
});
