import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openPanel } from "./support/panel.js";

beforeEach(() => page.viewport(1280, 720));

const handle = () => page.getByRole("button", { name: "Move the devtools" });

/** Where the floating panel is, once it is there. */
async function opened(): Promise<() => number[]> {
  const { all } = openPanel([], { position: "floating" });
  await expect.poll(() => all(".frame").length).toBe(1);
  return () => {
    const { left, top, right, bottom } = all(".frame")[0]?.getBoundingClientRect() ?? new DOMRect();
    return [left, top, right, bottom];
  };
}

async function drag(from: Element, x: number, y: number): Promise<void> {
  const target = document.body.appendChild(document.createElement("div"));
  target.style.cssText = "position: fixed; inset: 0";
  await userEvent.dragAndDrop(from, target, { targetPosition: { x, y }, force: true });
  target.remove();
}

it("is dragged by its header, and stays inside the window", async () => {
  const place = await opened();
  expect(place()).toEqual([406, 306, 1266, 706]);
  const brand = page.getByText("ACP", { exact: true }).element();
  const { left, top, width, height } = brand.getBoundingClientRect();
  await drag(brand, left + width / 2 - 200, top + height / 2 - 100);
  expect(place()).toEqual([206, 206, 1066, 606]);
  await drag(page.getByText("ACP", { exact: true }).element(), 2, 2);
  expect(place()).toEqual([0, 0, 860, 400]);
});

it("is not dragged by what is in its header", async () => {
  const place = await opened();
  const before = place();
  await drag(page.getByRole("tab", { name: "Log" }).element(), 100, 100);
  expect(place()).toEqual(before);
});

it("is moved with the arrow keys, no further than the edge", async () => {
  const place = await opened();
  handle().element().focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowUp}{ArrowUp}");
  expect(place()).toEqual([382, 258, 1242, 658]);
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(place()).toEqual([420, 320, 1280, 720]);
});

it("can be moved in a narrow window, whichever view is shown", async () => {
  await page.viewport(400, 720);
  const place = await opened();
  await page.getByRole("tab", { name: "Traffic" }).click();
  const [left = 0, top = 0] = place();
  await drag(handle().element(), left + 15, top - 100);
  const [movedLeft = 0, movedTop = 0] = place();
  expect(movedLeft).toBeGreaterThanOrEqual(0);
  expect(movedTop).toBeLessThan(top - 90);
});

it("is where it was left the next time, as far as the window goes", async () => {
  const place = await opened();
  handle().element().focus();
  await userEvent.keyboard("{ArrowLeft>10}{ArrowUp>12}");
  expect(place()).toEqual([166, 18, 1026, 418]);
  expect((await opened())()).toEqual([166, 18, 1026, 418]);
  await page.viewport(900, 420);
  const [left = -1, top = -1, right = 901, bottom = 421] = place();
  expect([left >= 0, top >= 0, right <= 900, bottom <= 420]).toEqual([true, true, true, true]);
});
