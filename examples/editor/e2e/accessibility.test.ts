import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { violations } from "./support/axe.js";
import { openDemo, openFixture, openPage } from "./support/browser.js";
import { writeLongRecording } from "./support/longRecording.js";
import { answer, card, composer, request, send, settled } from "./support/panel.js";
import { openAtEnd } from "./support/recordings.js";

const EDIT = "Make total() count every item";
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? "");

describe.each(["light", "dark"] as const)("axe finds nothing, %s", (colorScheme) => {
  it("in a turn from its start to its end", async () => {
    const { page } = await openDemo(1000, { colorScheme });
    await composer(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await answer(page, EDIT, "Allow");
    await answer(page, "node check.js", "Allow");
    await settled(page);
    await page.getByRole("button", { name: /1 file changed/ }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Follow the agent" }).click();
    await page.getByRole("complementary").getByText("There is no file").waitFor();
    await composer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("while a command runs, on a narrow screen", async () => {
    const { page } = await openDemo(20, { colorScheme, viewport: { width: 380, height: 780 } });
    await page.getByRole("combobox", { name: "Mode" }).selectOption({ label: "Auto" });
    await send(page, "/long 600");
    await page.getByText("tick 2 of 600").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop" }).click();
    await settled(page);
    expect(await violations(page)).toEqual([]);
  });

  it("in coloured output, in settings, and in errors", async () => {
    const { page } = await openFixture("colours", { colorScheme });
    await send(page, "Go");
    await settled(page);
    expect(await violations(page)).toEqual([]);
    const { page: settings } = await openFixture("configures", { colorScheme });
    await settings.getByRole("combobox", { name: "Model" }).waitFor();
    expect(await violations(settings)).toEqual([]);
    const editor = await startEditor(["--agent", "no-such-agent --acp"]);
    const broken = await openPage(editor.address, { colorScheme });
    await broken.getByRole("button", { name: "Reconnect" }).waitFor();
    expect(await violations(broken)).toEqual([]);
  });

  it("in a long recording", async () => {
    const page = await openAtEnd(await writeLongRecording(2000), { colorScheme });
    await page.getByRole("heading", { name: "Turn 200", exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe("the keyboard alone", () => {
  it("prompts, answers and stops", async () => {
    const { page } = await openDemo(20);
    await composer(page).pressSequentially("Fix the total of the cart");
    await page.keyboard.press("Enter");
    await request(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    for (let step = 0; step < 20 && !/^Allow\b/.test(await focused(page)); step += 1)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await card(page, EDIT).getByText("You chose: Allow").waitFor();
    await request(page, "node check.js").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/You stopped the agent/).waitFor();
    await settled(page);
    expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it("is told what happens", async () => {
    const { page } = await openDemo();
    const activity = page.getByTestId("activity");
    await send(page, "Fix the total of the cart");
    await page
      .locator('[aria-live="assertive"]')
      .getByText(`1 permission request: ${EDIT}`)
      .waitFor();
    await activity.getByText("The agent is working.").waitFor();
    await page.keyboard.press("Escape");
    await activity.getByText("The agent was stopped.").waitFor();
  });

  it("keeps the focus in a row that is scrolled away", async () => {
    const page = await openAtEnd(await writeLongRecording(2000));
    const toggle = page.getByRole("button", { name: /execute 200\.4/ });
    await toggle.focus();
    await page.getByRole("region", { name: "Messages" }).evaluate((view) => view.scrollTo(0, 0));
    await page.getByText("Prompt 1 of many", { exact: true }).waitFor();
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
