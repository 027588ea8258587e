import { expect, it } from "vitest";
import { page } from "vitest/browser";
import parallel from "../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import rejected from "../../core/tests/fixtures/recordings/gemini-reject.jsonl?raw";
import unfinished from "../../core/tests/fixtures/recordings/gemini-parallel.jsonl?raw";
import { callUpdate, said } from "../tests/support/frames.js";
import { prefer, violations } from "./support/looks.js";
import { framesIn, openPanel } from "./support/panel.js";

const VIEWS = ["Summary", "Timeline", "Log", "State", "Pending", "Diagnostics", "Traffic"];

/** A successful session, a session with unfinished calls, and a session with diagnostics. */
const FRAMES = [
  ...framesIn(rejected),
  ...framesIn(parallel).map((frame) => ({ ...frame, t: (frame.t ?? 0) + 4000 })),
  { ...callUpdate("call_1", { kind: 5, status: "in_progress" }), t: 16_000 },
  { ...said("On it."), t: 16_200 },
];

it.each([
  ["dark", "light", "rgb(251, 251, 250)"],
  ["light", "dark", "rgb(20, 20, 22)"],
  ["light", "system", "rgb(251, 251, 250)"],
  ["dark", "system", "rgb(20, 20, 22)"],
] as const)("renders on a %s system with the theme %s", async (scheme, theme, background) => {
  await prefer(scheme);
  const { all } = openPanel([], { theme });
  await expect.poll(() => all(".frame").length).toBe(1);
  expect(all(".frame").map((frame) => getComputedStyle(frame).backgroundColor)).toEqual([
    background,
  ]);
});

it.each([
  ["light", "bottom"],
  ["dark", "floating"],
] as const)("is accessible in the %s scheme, %s", async (scheme, position) => {
  await page.viewport(1280, 720);
  await prefer(scheme);
  openPanel(FRAMES, { position });
  for (const view of VIEWS) {
    await page.getByRole("tab", { name: view }).click();
    if (view === "Diagnostics")
      await expect.element(page.getByText(/frames checked/)).toBeVisible();
    if (view === "Timeline" && position === "bottom")
      await page
        .getByRole("button", { name: /, never finished/ })
        .first()
        .click();
    if (view === "Traffic") await page.getByRole("button", { name: "Processing time" }).click();
    if (view === "Log") {
      await page.getByRole("listbox").getByRole("option").nth(9).click();
      await page.getByRole("button", { name: "Bookmark" }).click();
      await page.getByRole("button", { name: "Go to this point" }).click();
    }
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/${view}-${position}-${scheme}.png` });
    if (view === "State") await page.getByRole("button", { name: "Back to live" }).click();
  }
  await page.getByRole("button", { name: "Export…" }).click();
  expect(await violations()).toEqual([]);
});

it.each([
  ["light", 1280],
  ["dark", 1280],
  ["dark", 420],
] as const)("shows findings accessibly in the %s scheme, %i pixels wide", async (scheme, width) => {
  await page.viewport(width, 720);
  await prefer(scheme);
  localStorage.setItem("acp-store-devtools", JSON.stringify({ height: 640 }));
  const content = [{ type: "content", content: { type: "image", data: "?", mimeType: 5 } }];
  const bad = { ...callUpdate("call_1", { content, kind: { name: "x" } }), t: 16_400 };
  const { all } = openPanel([...FRAMES, bad]);
  await page.getByRole("tab", { name: "Diagnostics" }).click();
  await page
    .getByRole("region", { name: "Violation: wrong_type" })
    .getByRole("button", { name: /^frame/ })
    .first()
    .click({ trial: true });
  expect(await violations()).toEqual([]);
  await page.screenshot({ path: `__screenshots__/findings-${scheme}-${width}.png` });
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("listbox").getByRole("option").last().click();
  expect(all(".detail .shapes").length).toBeGreaterThan(1);
  expect(await violations()).toEqual([]);
  const isTooWide = all(".detail, .shapes dd").some((item) => item.scrollWidth > item.clientWidth);
  expect(isTooWide).toBe(false);
  await page.screenshot({ path: `__screenshots__/finding-at-frame-${scheme}-${width}.png` });
  all(".detail .problem").at(-1)?.scrollIntoView({ block: "nearest" });
  await page.screenshot({ path: `__screenshots__/marked-value-${scheme}-${width}.png` });
});

/** The image goes to an ignored folder. To update the README, copy it to docs/images/devtools.png. */
it("takes the screenshot for the README", async () => {
  await page.viewport(1200, 620);
  await prefer("light");
  localStorage.setItem("acp-store-devtools", JSON.stringify({ width: 1172, height: 592 }));
  const { all } = openPanel(framesIn(unfinished), { position: "floating" });
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.getByRole("button", { name: /^touch p1.*, never finished/ }).click();
  await expect
    .poll(() => all(".frame")[0]?.textContent)
    .toContain("Its permission request was answered");
  await page.screenshot({ path: "__screenshots__/readme.png" });
});
