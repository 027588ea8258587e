import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { measureScroll } from "./support/measureScroll.js";
import { writeLongRecording } from "./support/longRecording.js";
import { openAtEnd } from "./support/recordings.js";
import { getScroller } from "./support/panel.js";

const ITEMS = 5000;
const MAX_ELEMENTS = 2500;

async function openLong(): Promise<Page> {
  const page = await openAtEnd(await writeLongRecording(ITEMS));
  await page.getByRole("heading", { name: `Turn ${ITEMS / 10}`, exact: true }).waitFor();
  return page;
}

const countElements = (page: Page): Promise<number> => page.locator(".page *").count();

describe("a recording of 5,000 items", () => {
  it("renders only the rows near the view", async () => {
    const page = await openLong();
    const rows = page.getByRole("listitem").and(page.locator("[aria-posinset]"));
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    expect(await rows.count()).toBeLessThan(60);
    const count = Number(await rows.last().getAttribute("aria-setsize"));
    expect(count).toBeGreaterThan(ITEMS / 2);
    expect(await rows.last().getAttribute("aria-posinset")).toBe(String(count));
  });

  it("bounds the number of elements while scrolling to the start", async () => {
    const page = await openLong();
    const scrolled = await measureScroll(getScroller(page), { steps: 120, by: -600 });
    expect(scrolled.maxElements).toBeLessThan(MAX_ELEMENTS);
    console.info(
      `Scrolled 120 frames: median ${scrolled.median} ms, slowest ${scrolled.slowest} ms, ` +
        `${scrolled.longTasks} tasks over 50 ms, at most ${scrolled.maxElements} elements`,
    );
    await getScroller(page).press("Home");
    await page.getByText("Prompt 1 of many", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await page.getByRole("heading", { name: `Turn ${ITEMS / 10}`, exact: true }).waitFor();
  });

  it("keeps the scroll position of a user who has scrolled up", async () => {
    const page = await openLong();
    const slider = page.getByRole("slider", { name: "Position" });
    await slider.fill("6000");
    await getScroller(page).hover();
    await page.mouse.wheel(0, -5000);
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    const middle = await findMiddleRow(page);
    await slider.fill("8000");
    await page.getByText("Frame 8000 of").waitFor();
    expect(await findMiddleRow(page)).toEqual(middle);
  });
});

/** Returns the row in the middle of the view and its position. */
function findMiddleRow(page: Page): Promise<{ key: string; top: number }> {
  return getScroller(page).evaluate((view) => {
    const { left, top, width, height } = view.getBoundingClientRect();
    const row = document
      .elementFromPoint(left + width / 2, top + height / 2)
      ?.closest<HTMLElement>("[data-key]");
    return {
      key: row?.dataset["key"] ?? "",
      top: Math.round(row?.getBoundingClientRect().top ?? 0),
    };
  });
}
