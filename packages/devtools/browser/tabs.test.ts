import { hostMirrors } from "@acp-store/mirror";
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import parallel from "../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import { askedFor, callUpdate, said } from "../tests/support/frames.js";
import { framesIn, openPanel } from "./support/panel.js";

const VIEWS = [
  "Summary",
  "Timeline",
  "Log",
  "State",
  "Pending",
  "Diagnostics",
  "Traffic",
  "Mirrors",
];

/** A log of four digits, with unfinished calls and diagnostics, so that the tabs have their badges. */
const FRAMES = [
  ...framesIn(parallel),
  ...Array.from({ length: 100 }, (_, index) => ({
    ...callUpdate(`call_${index}`, { kind: index, status: "in_progress" }),
    t: 16_000,
  })),
  { ...askedFor("call_1"), t: 16_100 },
  ...Array.from({ length: 1000 }, (_, index) => ({ ...said(`${index} `), t: 16_200 + index })),
];

function openWithMirrors(position: "bottom" | "floating"): (selector: string) => Element[] {
  const { all } = openPanel(FRAMES, (store) => {
    const mirrorHost = hostMirrors(store);
    onTestFinished(mirrorHost.close);
    return { mirrorHost, position };
  });
  return all;
}

/** Returns the names of the tabs that are partly covered or outside of the panel. */
function findCutTabs(all: (selector: string) => Element[]): string[] {
  const cut = all("[role=tab]").filter((tab) => {
    const { left, right, top, bottom } = tab.getBoundingClientRect();
    const root = tab.getRootNode() as ShadowRoot;
    return [left + 2, right - 2].some((x) => {
      const found = root.elementFromPoint(x, (top + bottom) / 2);
      return found === null || !tab.contains(found);
    });
  });
  return cut.map((tab) => tab.firstChild?.textContent ?? "");
}

it.each([
  ["bottom", 1280, 1],
  ["floating", 1280, 1],
  ["bottom", 900, 1],
  ["bottom", 700, 2],
  ["floating", 480, 3],
  ["bottom", 480, 2],
  ["bottom", 320, 3],
] as const)("shows every tab %s at %i px, in at most %i rows", async (position, width, rows) => {
  await page.viewport(width, 720);
  const all = openWithMirrors(position);
  await expect.poll(() => all("[role=tab]").length).toBe(VIEWS.length);
  expect(findCutTabs(all)).toEqual([]);
  const tops = new Set(all("[role=tab]").map((tab) => tab.getBoundingClientRect().top));
  expect(tops.size).toBeLessThanOrEqual(rows);
  await page.getByRole("tab", { name: "Summary" }).click();
  for (const view of VIEWS.slice(1)) {
    await userEvent.keyboard("{ArrowRight}");
    const [tab] = all("[role=tab][aria-selected=true]");
    expect(tab?.firstChild?.textContent).toBe(view);
    expect(tab?.matches(":focus")).toBe(true);
    expect(findCutTabs(all)).toEqual([]);
  }
  await page.screenshot({ path: `__screenshots__/tabs-${position}-${width}.png` });
});

it.each([1280, 480])(
  "leaves at least half of the height to the rows of the timeline at %i px",
  async (width) => {
    await page.viewport(width, 720);
    const { all } = openPanel(FRAMES, { position: "bottom" });
    await page.getByRole("tab", { name: "Timeline" }).click();
    const heightOf = (selector: string): number =>
      all(selector)[0]?.getBoundingClientRect().height ?? 0;
    await expect.poll(() => heightOf(".bands")).toBeGreaterThan(0);
    await page.screenshot({ path: `__screenshots__/rows-${width}.png` });
    expect(heightOf(".bands") - heightOf(".ruler")).toBeGreaterThanOrEqual(heightOf(".frame") / 2);
  },
);
