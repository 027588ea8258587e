import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { createDemoOpener, openDemo } from "./support/browser.js";
import {
  answerRequest,
  expectQueue,
  getComposer,
  getQueue,
  getQueuedPrompt,
  getRequest,
  sendPrompt,
  waitUntilIdle,
  getPrompts,
} from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

const EDIT = "Make total() count every item";

const openSession = shareDemo();

/** Starts a turn that waits for an answer, and queues prompts. */
async function queuePrompts(page: Page, ...prompts: readonly string[]): Promise<void> {
  await sendPrompt(page, "Fix the total of the cart");
  await getRequest(page, EDIT).waitFor();
  for (const prompt of prompts) {
    await sendPrompt(page, prompt);
    await getQueuedPrompt(page, prompt).waitFor();
  }
}

const startEditing = (page: Page, text: string): Promise<void> =>
  getQueue(page)
    .getByRole("button", { name: `Edit ${text}` })
    .click();
const getField = (page: Page) => page.getByRole("textbox", { name: "Queued prompt" });
const getFocusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

describe("editing a queued prompt", () => {
  it("saves with Enter, adds a line with Shift+Enter, and discards with Escape", async () => {
    const page = await openSession();
    await queuePrompts(page, "One", "Two");
    await startEditing(page, "One");
    await expect.poll(() => getField(page).inputValue()).toBe("One");
    await page.keyboard.type(" more");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("line");
    await page.keyboard.press("Enter");
    await expectQueue(page, "One more line", "Two");
    expect(await getFocusedName(page)).toBe("Edit One more\nline");
    await startEditing(page, "Two");
    await page.keyboard.type(" never");
    await page.keyboard.press("Escape");
    await expectQueue(page, "One more line", "Two");
    // Escape in the field has not stopped the turn.
    await getRequest(page, EDIT).waitFor();
  });

  it("is held until it is saved, even when the turn ends", async () => {
    const page = await openSession();
    await sendPrompt(page, "/long 1");
    await getRequest(page, "node counter.js 1").waitFor();
    await sendPrompt(page, "/fial");
    await sendPrompt(page, "Behind it");
    await startEditing(page, "/fial");
    await getField(page).fill("/fail");
    await answerRequest(page, "node counter.js 1", "Allow");
    await page.getByText(/^Worked for/).waitFor();
    await getQueue(page).getByText("Waiting for your edit").waitFor();
    expect(await getPrompts(page).count()).toBe(1);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("As expected").waitFor();
    await getPrompts(page).getByText("Behind it").waitFor();
    await getQueue(page).waitFor({ state: "detached" });
  });
});

describe("reordering the queue", () => {
  it("moves a prompt with Alt and the arrow keys, and announces its position", async () => {
    const page = await openSession();
    await queuePrompts(page, "One", "Two", "Three");
    const announcement = page.getByTestId("queue-announcement");
    // The keyboard reaches the queue from the composer.
    expect(await getComposer(page).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    for (let step = 0; step < 20 && (await getFocusedName(page)) !== "Edit Three"; step += 1)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Alt+ArrowUp");
    await announcement.getByText("Moved to position 2 of 3").waitFor();
    await expectQueue(page, "One", "Three", "Two");
    expect(await getFocusedName(page)).toBe("Edit Three");
    await page.keyboard.press("Alt+ArrowUp");
    await announcement.getByText("Moved to position 1 of 3").waitFor();
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowDown");
    await announcement.getByText("Moved to position 2 of 3").waitFor();
    await expectQueue(page, "One", "Three", "Two");
    expect(await getFocusedName(page)).toBe("Edit Three");
    // Enter edits, and Delete is a separate button.
    await page.keyboard.press("Enter");
    await page.keyboard.type("!");
    await page.keyboard.press("Enter");
    await expectQueue(page, "One", "Three!", "Two");
    for (let step = 0; step < 5 && !(await getFocusedName(page)).startsWith("Remove"); step += 1)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectQueue(page, "One", "Two");
  });

  it("moves a prompt that is dragged to another position", async () => {
    const page = await openSession();
    await queuePrompts(page, "One", "Two", "Three");
    const last = { targetPosition: { x: 60, y: 28 } };
    await getQueuedPrompt(page, "One").dragTo(getQueuedPrompt(page, "Three"), last);
    await expectQueue(page, "Two", "Three", "One");
    const first = { targetPosition: { x: 60, y: 4 } };
    await getQueuedPrompt(page, "One").dragTo(getQueuedPrompt(page, "Two"), first);
    await expectQueue(page, "One", "Two", "Three");
    await page.getByText("Moved to position 1 of 3").waitFor();
  });

  it("moves a prompt with buttons on a touch screen", async () => {
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } };
    const { page } = await openDemo(1000, touch);
    await queuePrompts(page, "One", "Two");
    await getQueue(page).getByRole("button", { name: "Move down: One" }).tap();
    await expectQueue(page, "Two", "One");
    // A button keeps its size on a narrow screen, and nothing scrolls sideways.
    const size = await getQueue(page).getByRole("button", { name: "Move up: One" }).boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

describe.each([1, 2] as const)("sending a queued prompt now, in version %i", (version) => {
  const open = createDemoOpener(version);

  it("stops the running turn first, and sends the others afterwards", async () => {
    const { page } = await open();
    await queuePrompts(page, "/fail", "Then this");
    await getQueue(page).getByRole("button", { name: "Send now: Then this" }).click();
    await page.getByText(/^You stopped the agent/).waitFor();
    await getQueue(page).waitFor({ state: "detached" });
    await page.getByText("As expected").waitFor();
    await waitUntilIdle(page);
    expect(await getPrompts(page).locator(".acp-plain-text").allInnerTexts()).toEqual([
      "Fix the total of the cart",
      "Then this",
      "/fail",
    ]);
  });
});

describe.each(["light", "dark"] as const)("axe, %s", (colorScheme) => {
  it("finds no violations in the queue", async () => {
    const page = await openSession({ colorScheme });
    await queuePrompts(page, "One", "Two", "Three");
    expect(await findViolations(page)).toEqual([]);
    await getQueuedPrompt(page, "Two").hover();
    await startEditing(page, "One");
    await getField(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await findViolations(page)).toEqual([]);
  });
});
