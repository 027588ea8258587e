import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { describe, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { openDemo, openFixture, openPage, openRecording } from "./support/browser.js";
import { writeLongRecording } from "./support/longRecording.js";
import { answer, queue, request, send, session, settled } from "./support/panel.js";
import { openMortal } from "./support/mortal.js";
import { openAtEnd } from "./support/recordings.js";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const EDIT = "Make total() count every item";

const LOOKS = [
  { name: "light-wide", colorScheme: "light", viewport: { width: 1280, height: 860 } },
  { name: "dark-wide", colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  { name: "light-narrow", colorScheme: "light", viewport: { width: 380, height: 780 } },
  { name: "dark-narrow", colorScheme: "dark", viewport: { width: 380, height: 780 } },
] as const;

/** Pictures for people to look at: nothing is compared. */
describe.each(LOOKS)("screenshots, $name", (look) => {
  const shoot = (page: Page, name: string): Promise<Buffer> =>
    page.screenshot({
      path: pathOf(`screenshots/${name}.${look.name}.png`),
      animations: "disabled",
    });

  it("of a turn", async () => {
    const { page } = await openDemo(1000, look);
    await page.getByRole("button", { name: /Fix the total/ }).waitFor();
    await shoot(page, "empty");
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    await shoot(page, "asking");
    await answer(page, EDIT, "Allow");
    await answer(page, "node check.js", "Allow");
    await page.getByText(/Worked for/).waitFor();
    await settled(page);
    await shoot(page, "finished");
    await page.getByRole("button", { name: /1 file changed/ }).click();
    await page.getByRole("complementary").getByText("added: sum").waitFor();
    await shoot(page, "changes");
    await page.getByRole("button", { name: "Follow the agent" }).click();
    await page.getByRole("complementary").getByText("There is no file").waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    await shoot(page, "commands");
  });

  it("of following the agent", async () => {
    const { page } = await openDemo(1000, look);
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    await page.getByRole("button", { name: "Follow the agent" }).click();
    if (look.viewport.width > 900)
      await page.getByRole("complementary").locator("[aria-current]").waitFor();
    await shoot(page, "following");
  });

  it("of colours and settings", async () => {
    const { page } = await openFixture("colours", look);
    await send(page, "Go");
    await settled(page);
    await shoot(page, "colours");
    const { page: settings } = await openFixture("configures", look);
    await settings.getByRole("combobox", { name: "Model" }).waitFor();
    await shoot(settings, "settings");
  });

  it("of a long recording", async () => {
    const page = await openAtEnd(await writeLongRecording(1000), look);
    await page.getByRole("heading", { name: "Turn 100", exact: true }).waitFor();
    await page.getByRole("region", { name: "Messages" }).press("PageUp");
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    await shoot(page, "long");
  });

  it("of several sessions and what is queued", async () => {
    const { page } = await openDemo(1000, look);
    const isWide = look.viewport.width > 900;
    const openList = async (): Promise<void> => {
      if (!isWide) await page.getByRole("button", { name: /^Sessions/ }).click();
    };
    for (const prompt of ["Fix the total of the cart", "/form", "/fail"]) {
      await send(page, prompt);
      await page.getByText(/^(Waiting for you|Worked for .*)$/).waitFor();
      await openList();
      await session(page, prompt).waitFor();
      await page.getByRole("button", { name: "New session", exact: true }).click();
      await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    }
    await openList();
    await session(page, "/fail").hover();
    await page.getByRole("button", { name: "Close /fail" }).click();
    await page.getByRole("region", { name: "Earlier" }).waitFor();
    await shoot(page, "sessions");
    await session(page, "/form").click();
    await page.getByLabel("Feature").fill("Discounts");
    await shoot(page, "form");
    await openList();
    await session(page, "Fix the total").click();
    await answer(page, EDIT, "Allow");
    await send(page, "Then have a look at the readme, and say what is missing from it");
    await send(page, "/fail");
    await queue(page).getByText("/fail").waitFor();
    await shoot(page, "queued");
    await page.keyboard.press("Escape");
    await queue(page).getByText("2 prompts held back").waitFor();
    await page.getByText(/You stopped/).waitFor();
    await shoot(page, "held");
  });

  it("of an agent that is lost", async () => {
    const { page, killForGood } = await openMortal(2, look);
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    await killForGood();
    await page.getByText(/Starting it again in .*try 3/).waitFor();
    await shoot(page, "lost");
    const { page: dead } = await openFixture("dies", look);
    await send(dead, "Go");
    await dead.getByText("This session can only be read").waitFor();
    await shoot(dead, "detached");
  });

  it("of a running command", async () => {
    const { page } = await openDemo(4, look);
    await page.getByRole("combobox", { name: "Mode" }).selectOption({ label: "Auto" });
    await send(page, "/long 600");
    await page.getByText("tick 3 of 600").waitFor();
    await shoot(page, "running");
    await page.keyboard.press("Escape");
    await page.getByText(/You stopped/).waitFor();
    await shoot(page, "stopped");
  });

  it("of an error", async () => {
    const editor = await startEditor(["--agent", "no-such-agent --acp"]);
    const page = await openPage(editor.address, look);
    await page.getByRole("button", { name: "Reconnect" }).waitFor();
    await shoot(page, "error");
  });

  it("of a recording", async () => {
    const page = await openRecording(look);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider").fill("38");
    await shoot(page, "replay");
  });
});

/** Into the ignored folder, unless the one in the repository is to be made anew. */
const readmeImage =
  process.env.ACP_README_IMAGE === "1"
    ? pathOf("../../../docs/images/editor.png")
    : pathOf("screenshots/readme.png");

it("takes the picture of the README", async () => {
  const { page } = await openDemo(60, { viewport: { width: 1280, height: 920 } });
  await send(page, "Fix the total of the cart");
  await request(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
  await page.screenshot({ path: readmeImage, animations: "disabled" });
});
