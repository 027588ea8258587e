import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { openDemo } from "./support/browser.js";
import { getRequest, getScroller, sendPrompt, waitUntilIdle } from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

/** The window is low, so that the conversation has to be scrolled. */
const openSession = shareDemo({ viewport: { width: 1000, height: 520 } });

const measureDistanceToEnd = (page: Page): Promise<number> =>
  getScroller(page).evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
  );

/**
 * Shrinks the content and then extends it during a downward wheel event. This happens when a row is
 * shorter than estimated and another row is added at the same time.
 */
function shrinkThenExtend(page: Page): Promise<void> {
  return page.locator(".acp-conversation-scroll .acp-rows").evaluate(async (rows) => {
    rows.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true }));
    const layOut = (height: number): void => {
      rows.style.height = `${height}px`;
      rows.getBoundingClientRect();
    };
    const height = rows.clientHeight;
    layOut(height - 150);
    layOut(height + 50);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    layOut(height + 150);
  });
}

async function openLongConversation(): Promise<Page> {
  const page = await openSession();
  await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Auto" });
  await sendPrompt(page, "Fix the total of the cart");
  await page.getByText(/Worked for/).waitFor();
  await waitUntilIdle(page);
  return page;
}

describe("the conversation", () => {
  it("follows new content at the end", async () => {
    const page = await openLongConversation();
    expect(await measureDistanceToEnd(page)).toBeLessThan(2);
  });

  it("stops following when the user scrolls up and can jump back to the end", async () => {
    const page = await openLongConversation();
    await getScroller(page).hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await page.getByRole("button", { name: "Jump to latest" }).waitFor({ state: "detached" });
    expect(await measureDistanceToEnd(page)).toBeLessThan(2);
  });

  it("keeps following when the content shrinks for a moment", async () => {
    const page = await openLongConversation();
    await shrinkThenExtend(page);
    await expect.poll(() => measureDistanceToEnd(page)).toBeLessThan(2);
    expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  });

  it("stops following after a key press, even if content is added at the same time", async () => {
    const page = await openLongConversation();
    await getScroller(page).evaluate((view) => {
      view.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp", bubbles: true }));
      const rows = view.querySelector<HTMLElement>(".acp-rows");
      if (rows) rows.style.height = `${rows.clientHeight + 50}px`;
    });
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    await expect.poll(() => measureDistanceToEnd(page)).toBeGreaterThan(200);
  });

  it("stops following when the browser's search scrolls up", async () => {
    const page = await openLongConversation();
    await getScroller(page).evaluate((view) => (view.scrollTop -= 400));
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
  });

  it("keeps following when the side panel opens", async () => {
    const page = await openLongConversation();
    // Other tests work in the same folder, so there can be more files.
    await page.getByRole("button", { name: /\d files? to review/ }).click();
    await page.getByRole("complementary").getByText("added: sum").waitFor();
    await expect.poll(() => measureDistanceToEnd(page)).toBeLessThan(2);
    expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  });

  it("uses the system's theme unless the user chooses another one", async () => {
    const { page } = await openDemo(1000, { colorScheme: "dark" });
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe("rgb(20, 20, 22)");
    await page.getByRole("button", { name: "Switch to light theme" }).click();
    expect(await background()).toBe("rgb(251, 251, 250)");
    await page.reload();
    await page.getByRole("button", { name: "Switch to dark theme" }).waitFor();
    expect(await background()).toBe("rgb(251, 251, 250)");
  });

  it.each([360, 640, 1400])("fits a window that is %i pixels wide", async (width) => {
    const { page } = await openDemo(1000, { viewport: { width, height: 760 } });
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, "Make total() count every item").waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(await page.getByRole("button", { name: "Stop" }).boundingBox()).toMatchObject({
      height: expect.any(Number) as number,
    });
  });
});
