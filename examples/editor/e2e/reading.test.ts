import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { openDemo } from "./support/browser.js";
import { request, send, settled } from "./support/panel.js";

const LOW = { viewport: { width: 1000, height: 520 } };

const scroller = (page: Page) => page.getByRole("region", { name: "Messages" });

const distanceToEnd = (page: Page): Promise<number> =>
  scroller(page).evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
  );

/** As where a row is lower than was estimated, and another is added just then. A wheel turns downwards. */
function becomeShorterThenLonger(page: Page): Promise<void> {
  return page.locator(".conversation-scroll .rows").evaluate(async (rows) => {
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

async function longConversation(): Promise<Page> {
  const { page } = await openDemo(1000, LOW);
  await page.getByRole("combobox", { name: "Mode" }).selectOption({ label: "Auto" });
  await send(page, "Fix the total of the cart");
  await page.getByText(/Worked for/).waitFor();
  await settled(page);
  return page;
}

describe("the conversation", () => {
  it("follows its end", async () => {
    const page = await longConversation();
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  it("stays where the user reads, and leads back", async () => {
    const page = await longConversation();
    await scroller(page).hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await page.getByRole("button", { name: "Jump to latest" }).waitFor({ state: "detached" });
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  it("follows its end, though it becomes shorter for a moment", async () => {
    const page = await longConversation();
    await becomeShorterThenLonger(page);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  });

  it("leaves its end at a key, though it becomes longer just then", async () => {
    const page = await longConversation();
    await scroller(page).evaluate((view) => {
      view.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp", bubbles: true }));
      const rows = view.querySelector<HTMLElement>(".rows");
      if (rows) rows.style.height = `${rows.clientHeight + 50}px`;
    });
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    expect(await distanceToEnd(page)).toBeGreaterThan(200);
  });

  it("leaves its end where the browser finds something further up", async () => {
    const page = await longConversation();
    await scroller(page).evaluate((view) => (view.scrollTop -= 400));
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
  });

  it("keeps its end in view when something opens beside it", async () => {
    const page = await longConversation();
    await page.getByRole("button", { name: /1 file changed/ }).click();
    await page.getByRole("complementary").getByText("added: sum").waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  });

  it("follows the system's theme, or the user's choice", async () => {
    const { page } = await openDemo(1000, { colorScheme: "dark" });
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe("rgb(20, 20, 22)");
    await page.getByRole("button", { name: "Use the light theme" }).click();
    expect(await background()).toBe("rgb(251, 251, 250)");
    await page.reload();
    await page.getByRole("button", { name: "Use the dark theme" }).waitFor();
    expect(await background()).toBe("rgb(251, 251, 250)");
  });

  it.each([360, 640, 1400])("fits a window of %i pixels", async (width) => {
    const { page } = await openDemo(1000, { viewport: { width, height: 760 } });
    await send(page, "Fix the total of the cart");
    await request(page, "Make total() count every item").waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(await page.getByRole("button", { name: "Stop" }).boundingBox()).toMatchObject({
      height: expect.any(Number) as number,
    });
  });
});
