import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import newer from "../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import older from "../../core/tests/fixtures/recordings/claudezed-parallel.jsonl?raw";
import { prefer, violations } from "./support/looks.js";
import { framesIn, openPanel } from "./support/panel.js";

const SIZES = [
  ["light", 1280],
  ["dark", 1280],
  ["light", 480],
  ["dark", 480],
] as const;

const button = (name: RegExp | string) => page.getByRole("button", { name });

it.each(SIZES)("compares two traces in the %s scheme, %i pixels wide", async (scheme, width) => {
  await page.viewport(width, 900);
  await prefer(scheme);
  localStorage.setItem("acp-store-devtools", JSON.stringify({ height: 880 }));
  const { all } = openPanel(framesIn(newer));
  await expect.element(button("Compare with a trace…")).toBeVisible();
  await page.screenshot({ path: `__screenshots__/compare-summary-${scheme}-${width}.png` });
  await userEvent.upload(
    page.getByLabelText("Trace to compare with"),
    new File([older], "claude-0.16.jsonl"),
  );
  await expect.element(page.getByText(/^\d+ differences: 4 calls changed/)).toBeVisible();
  expect(await violations()).toEqual([]);
  const [view] = all(".view");
  expect(view?.scrollWidth).toBe(view?.clientWidth);
  await page.screenshot({ path: `__screenshots__/compare-${scheme}-${width}.png` });
  const turn = page.getByRole("region", { name: "Turn 1" });
  await turn.getByRole("button", { name: "Compare the first messages" }).first().click();
  await expect.element(turn.getByRole("region", { name: "Difference" })).toBeVisible();
  all(".compared-turn")[0]?.scrollIntoView();
  expect(await violations()).toEqual([]);
  expect(view?.scrollWidth).toBe(view?.clientWidth);
  await page.screenshot({ path: `__screenshots__/compare-turn-${scheme}-${width}.png` });
  view?.scrollTo({ top: view.scrollHeight });
  await page.screenshot({ path: `__screenshots__/compare-end-${scheme}-${width}.png` });
});

it.each(SIZES)("compares two frames in the %s scheme, %i pixels wide", async (scheme, width) => {
  await page.viewport(width, 900);
  await prefer(scheme);
  localStorage.setItem("acp-store-devtools", JSON.stringify({ height: 880 }));
  const { all } = openPanel(framesIn(newer));
  await page.getByRole("tab", { name: "Log" }).click();
  const rows = page.getByRole("listbox", { name: "Log" }).getByRole("option");
  await rows.nth(15).click();
  await button("Compare with another frame").click();
  await expect.element(page.getByText("Comparing with")).toBeVisible();
  // The list has the focus.
  await userEvent.keyboard("{ArrowDown}");
  const difference = page.getByRole("region", { name: "Difference" });
  await expect.element(difference.getByText("Added:").first()).toBeInTheDocument();
  expect(await violations()).toEqual([]);
  expect(all(".detail").some((item) => item.scrollWidth > item.clientWidth)).toBe(false);
  await page.screenshot({ path: `__screenshots__/compare-frames-${scheme}-${width}.png` });
  await button("Cancel").click();
  await expect.element(difference).not.toBeInTheDocument();
});
