import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { findViolations } from "../../../tests/support/axe.js";
import { openPage } from "../../../tests/support/openPage.js";
import { writeLongRecording } from "./support/longRecording.js";
import {
  answerRequest,
  getToolCallCard,
  getComposer,
  getRequest,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";
import { openAtEnd } from "./support/recordings.js";
import { shareDemo, shareFixture } from "./support/sharedPage.js";

const EDIT = "Make total() count every item";
const getFocusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? "");

const openSession = shareDemo();
const openSlowSession = shareDemo({ speed: 20 });
const openColors = shareFixture("colors");
const openSettings = shareFixture("configures");

describe.each(["light", "dark"] as const)("axe, %s", (colorScheme) => {
  it("finds no violations during and after a turn", async () => {
    const page = await openSession({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await answerRequest(page, EDIT, "Allow");
    await answerRequest(page, "node check.js", "Allow");
    await waitUntilIdle(page);
    await page.getByRole("button", { name: /1 file to review/ }).click();
    expect(await findViolations(page)).toEqual([]);
    await getComposer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it("finds no violations on a narrow screen while a command is running", async () => {
    const viewport = { width: 380, height: 780 };
    const page = await openSlowSession({ colorScheme, viewport });
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Auto" });
    await sendPrompt(page, "/long 600");
    await page.getByText("tick 2 of 600").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop" }).click();
    await waitUntilIdle(page);
    expect(await findViolations(page)).toEqual([]);
  });

  it("finds no violations in colored output, settings and errors", async () => {
    const page = await openColors({ colorScheme });
    await sendPrompt(page, "Go");
    await waitUntilIdle(page);
    expect(await findViolations(page)).toEqual([]);
    const settings = await openSettings({ colorScheme });
    await settings.getByRole("combobox", { name: "Model" }).waitFor();
    expect(await findViolations(settings)).toEqual([]);
    const editor = await startEditor(["--agent", "no-such-agent --acp"]);
    const broken = await openPage(editor.sessionAddress, { colorScheme });
    await broken
      .getByRole("alert")
      .getByText(/was not found/)
      .waitFor();
    expect(await findViolations(broken)).toEqual([]);
  });

  it("finds no violations in a long recording", async () => {
    const page = await openAtEnd(await writeLongRecording(2000), { colorScheme });
    await page.getByRole("heading", { name: "Turn 200", exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});

describe("the page without a mouse", () => {
  it("sends a prompt, answers a request and stops the turn with the keyboard", async () => {
    const page = await openSlowSession();
    await getComposer(page).pressSequentially("Fix the total of the cart");
    await page.keyboard.press("Enter");
    await getRequest(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    for (let step = 0; step < 20 && !/^Allow\b/.test(await getFocusedText(page)); step += 1)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await getToolCallCard(page, EDIT).getByText("You chose: Allow").waitFor();
    await getRequest(page, "node check.js").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/You stopped the agent/).waitFor();
    await waitUntilIdle(page);
    await expect
      .poll(() => getComposer(page).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it("announces requests and activity to screen readers", async () => {
    const page = await openSession();
    const activity = page.getByTestId("activity");
    await sendPrompt(page, "Fix the total of the cart");
    await page
      .locator('[aria-live="assertive"]')
      .getByText(`1 permission request: ${EDIT}`)
      .waitFor();
    // It does not work while it waits for the user.
    await expect.poll(() => activity.innerText()).toBe("");
    await answerRequest(page, EDIT, "Allow");
    await getRequest(page, "node check.js").waitFor();
    await page.keyboard.press("Escape");
    await activity.getByText("The agent was stopped.").waitFor();
  });

  it("keeps the focus in a row that is scrolled out of view", async () => {
    const page = await openAtEnd(await writeLongRecording(2000));
    const toggle = page.getByRole("button", { name: /execute 200\.4/ });
    await toggle.focus();
    await page.getByRole("region", { name: "Messages" }).evaluate((view) => view.scrollTo(0, 0));
    await page.getByText("Prompt 1 of many", { exact: true }).waitFor();
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
