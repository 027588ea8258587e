import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { describe, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { openPage } from "../../../tests/support/openPage.js";
import { openDemo, openFixture, openRecording } from "./support/browser.js";
import { writeLongRecording } from "./support/longRecording.js";
import {
  answerRequest,
  chooseSessionAction,
  getQueue,
  getRequest,
  sendPrompt,
  getSessionRow,
  waitUntilIdle,
} from "./support/panel.js";
import { openKillableAgent } from "./support/killableAgent.js";
import { openAtEnd } from "./support/recordings.js";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const EDIT = "Make total() count every item";

const VARIANTS = [
  { name: "light-wide", colorScheme: "light", viewport: { width: 1280, height: 860 } },
  { name: "dark-wide", colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  { name: "light-narrow", colorScheme: "light", viewport: { width: 360, height: 780 } },
  { name: "dark-narrow", colorScheme: "dark", viewport: { width: 360, height: 780 } },
] as const;

/** Takes screenshots for people to look at. Nothing is compared. */
describe.each(VARIANTS)("screenshots, $name", (variant) => {
  const shoot = (page: Page, name: string): Promise<Buffer> =>
    page.screenshot({
      path: pathOf(`screenshots/${name}.${variant.name}.png`),
      animations: "disabled",
    });

  it("shows a turn", async () => {
    const { page } = await openDemo(1000, variant);
    await page.getByRole("button", { name: /Fix the total/ }).waitFor();
    await shoot(page, "empty");
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    await shoot(page, "asking");
    await answerRequest(page, EDIT, "Allow");
    await answerRequest(page, "node check.js", "Allow");
    await page.getByText(/Worked for/).waitFor();
    await waitUntilIdle(page);
    await shoot(page, "finished");
    await page.getByRole("button", { name: /1 file to review/ }).click();
    await page.getByRole("complementary").getByText("added: sum").waitFor();
    await shoot(page, "changes");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    await shoot(page, "commands");
  });

  it("shows the editor that follows the agent", async () => {
    const { page } = await openDemo(1000, variant);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    const role = variant.viewport.width > 900 ? "button" : "tab";
    await page.getByRole(role, { name: "Files", exact: true }).click();
    await page.locator(".cm-agentLine").waitFor({ state: "attached" });
    await shoot(page, "following");
  });

  it("shows colored output and settings", async () => {
    const { page } = await openFixture("colors", variant);
    await sendPrompt(page, "Go");
    await waitUntilIdle(page);
    await shoot(page, "colors");
    const { page: settings } = await openFixture("configures", variant);
    await settings.getByRole("combobox", { name: "Mode", exact: true }).selectOption("auto");
    await settings.getByRole("alert").waitFor();
    await shoot(settings, "settings");
  });

  it("shows a long recording", async () => {
    const page = await openAtEnd(await writeLongRecording(1000), variant);
    await page.getByRole("heading", { name: "Turn 100", exact: true }).waitFor();
    await page.getByRole("region", { name: "Messages" }).press("PageUp");
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    await shoot(page, "long");
  });

  it("shows several sessions, a form and the queue", async () => {
    const { page } = await openDemo(1000, variant);
    const isWide = variant.viewport.width > 900;
    const openList = async (): Promise<void> => {
      if (!isWide) await page.getByRole("button", { name: /^Sessions/ }).click();
    };
    for (const prompt of ["Fix the total of the cart", "/form", "/fail"]) {
      await sendPrompt(page, prompt);
      await page.getByText(/^(Waiting for you|Worked for .*)$/).waitFor();
      await openList();
      await getSessionRow(page, prompt).waitFor();
      await page.getByRole("button", { name: "New session", exact: true }).click();
      await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    }
    await openList();
    await getSessionRow(page, "/fail").hover();
    await chooseSessionAction(page, "/fail", "Fork");
    await page.getByText("As expected").waitFor();
    await openList();
    await page.getByRole("button", { name: "More actions for /form" }).click();
    await page.getByRole("menu").waitFor();
    await shoot(page, "sessions");
    await page.keyboard.press("Escape");
    await getSessionRow(page, "/form").click();
    await page.getByLabel("Feature").fill("Discounts");
    await shoot(page, "form");
    await openList();
    await getSessionRow(page, "Fix the total").click();
    await answerRequest(page, EDIT, "Allow");
    await sendPrompt(page, "Then review the readme and list what is missing");
    await sendPrompt(page, "/fail");
    await getQueue(page).getByText("/fail").waitFor();
    await getQueue(page).getByText("/fail").hover();
    await shoot(page, "queued");
    await getQueue(page).getByRole("button", { name: "Edit Then review" }).click();
    await shoot(page, "queue-editing");
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Message" }).focus();
    await page.keyboard.press("Escape");
    await getQueue(page).getByText("Queue paused (2 prompts)").waitFor();
    await page.getByText(/You stopped/).waitFor();
    await shoot(page, "queue-paused");
  });

  it("shows the sign-in and the account", async () => {
    const { page } = await openDemo(1000, variant, { ACP_DEMO_SIGN_IN: "1" });
    await page.getByRole("button", { name: /Expired key/ }).click();
    await page.getByRole("alert").waitFor();
    await shoot(page, "sign-in");
    await page.getByRole("button", { name: /Demo account/ }).click();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByText("Signed in as").waitFor();
    await shoot(page, "account");
  });

  it("shows a lost connection and a read-only session", async () => {
    const { page, killPermanently } = await openKillableAgent(2, variant);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    await killPermanently();
    await page.getByText(/Trying again in .*attempt 3/).waitFor();
    await shoot(page, "reconnecting");
    const { page: detached } = await openFixture("dies", variant);
    await sendPrompt(detached, "Go");
    await detached.getByText("This session is read-only").waitFor();
    await shoot(detached, "detached");
  });

  it("shows a running and a stopped command", async () => {
    const { page } = await openDemo(4, variant);
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Auto" });
    await sendPrompt(page, "/long 600");
    await page.getByText("tick 3 of 600").waitFor();
    await shoot(page, "running");
    await page.keyboard.press("Escape");
    await page.getByText(/You stopped/).waitFor();
    await shoot(page, "stopped");
  });

  it("shows a stop that the agent does not confirm", async () => {
    const { page } = await openFixture("hangs", variant);
    await page.clock.install();
    await sendPrompt(page, "Go");
    await page.locator('[data-phase="running"]').waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Stopping…" }).waitFor();
    await page.clock.fastForward(5000);
    await shoot(page, "stopping");
    await page.clock.fastForward(26_000);
    await page.getByText("The agent did not confirm").waitFor();
    await page.getByRole("article", { name: "You" }).hover();
    await shoot(page, "stop-unconfirmed");
  });

  it("shows an error", async () => {
    const editor = await startEditor(["--agent", "no-such-agent --acp"]);
    const page = await openPage(editor.sessionAddress, variant);
    await page.getByRole("alert").filter({ hasText: "was not found" }).waitFor();
    await shoot(page, "error");
  });

  it("shows a recording", async () => {
    const page = await openRecording(variant);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider").fill("38");
    await shoot(page, "replay");
  });
});

/** Writes to the ignored folder, unless the images in the repository should be updated. */
const imageFolder =
  process.env.ACP_README_IMAGE === "1" ? pathOf("../../../docs/images") : pathOf("screenshots");

it.each([
  ["light", "editor.png"],
  ["dark", "editor-dark.png"],
] as const)("takes the screenshot for the README and the site, %s", async (colorScheme, file) => {
  // The page shows the folder, so it has a name that readers can make sense of.
  const dataDir = join(tmpdir(), "acp-editor");
  await rm(dataDir, { recursive: true, force: true });
  const editor = await startEditor([], { dataDir, env: { ACP_DEMO_SPEED: "60" } });
  const options = { colorScheme, viewport: { width: 1280, height: 920 } };
  const page = await openPage(editor.sessionAddress, options);
  await sendPrompt(page, "Fix the total of the cart");
  await getRequest(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
  await page.screenshot({ path: `${imageFolder}/${file}`, animations: "disabled" });
});
