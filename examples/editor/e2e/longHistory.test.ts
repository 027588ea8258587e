import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { scrollThrough } from "./support/frames.js";
import { writeLongRecording } from "./support/longRecording.js";
import { openAtEnd } from "./support/recordings.js";

const ITEMS = 5000;
const ELEMENTS = 2500;

async function openLong(): Promise<Page> {
  const page = await openAtEnd(await writeLongRecording(ITEMS));
  await page.getByRole("heading", { name: `Turn ${ITEMS / 10}`, exact: true }).waitFor();
  return page;
}

const elements = (page: Page): Promise<number> => page.locator(".page *").count();
const scroller = (page: Page) => page.getByRole("region", { name: "Messages" });

describe("a recording of 5,000 items", () => {
  it("keeps only what is near the view", async () => {
    const page = await openLong();
    const rows = page.getByRole("listitem").and(page.locator("[aria-posinset]"));
    expect(await elements(page)).toBeLessThan(ELEMENTS);
    expect(await rows.count()).toBeLessThan(60);
    const count = Number(await rows.last().getAttribute("aria-setsize"));
    expect(count).toBeGreaterThan(ITEMS / 2);
    expect(await rows.last().getAttribute("aria-posinset")).toBe(String(count));
  });

  it("scrolls from end to start with a bounded page", async () => {
    const page = await openLong();
    const seen = await scrollThrough(scroller(page), { steps: 120, by: -600 });
    expect(seen.mostElements).toBeLessThan(ELEMENTS);
    console.info(
      `Scrolled 120 frames: median ${seen.median} ms, slowest ${seen.slowest} ms, ` +
        `${seen.longTasks} tasks over 50 ms, at most ${seen.mostElements} elements`,
    );
    await scroller(page).press("Home");
    await page.getByText("Prompt 1 of many", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await page.getByRole("heading", { name: `Turn ${ITEMS / 10}`, exact: true }).waitFor();
  });

  it("keeps the place of whoever reads above", async () => {
    const page = await openLong();
    const slider = page.getByRole("slider", { name: "Position" });
    await slider.fill("6000");
    await scroller(page).hover();
    await page.mouse.wheel(0, -5000);
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    const middle = await rowInTheMiddle(page);
    await slider.fill("8000");
    await page.getByText("Frame 8000 of").waitFor();
    expect(await rowInTheMiddle(page)).toEqual(middle);
  });
});

/** Which row stands in the middle of the view, and where. */
function rowInTheMiddle(page: Page): Promise<{ key: string; top: number }> {
  return scroller(page).evaluate((view) => {
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
