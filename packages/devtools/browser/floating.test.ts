import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openPanel } from "./support/panel.js";

beforeEach(() => page.viewport(1280, 720));

const handle = () => page.getByRole("button", { name: "Move the devtools" });

/** Opens a floating panel. Returns a function that reads its edges, with the logo in its header. */
async function openFloating(): Promise<(() => number[]) & { logo: Element }> {
  const { all } = openPanel([], { position: "floating" });
  await expect.poll(() => all(".frame").length).toBe(1);
  const [frame, logo] = [...all(".frame"), ...all(".brand")];
  if (frame === undefined || logo === undefined) throw new Error("no panel");
  const edges = (): number[] => {
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  return Object.assign(edges, { logo });
}

async function drag(from: Element, x: number, y: number): Promise<void> {
  const target = document.body.appendChild(document.createElement("div"));
  target.style.cssText = "position: fixed; inset: 0";
  await userEvent.dragAndDrop(from, target, { targetPosition: { x, y }, force: true });
  target.remove();
}

it("moves when its header is dragged, and stays inside the window", async () => {
  const edges = await openFloating();
  expect(edges()).toEqual([406, 306, 1266, 706]);
  const { left, top, width, height } = edges.logo.getBoundingClientRect();
  await drag(edges.logo, left + width / 2 - 200, top + height / 2 - 100);
  expect(edges()).toEqual([206, 206, 1066, 606]);
  await drag(edges.logo, 2, 2);
  expect(edges()).toEqual([0, 0, 860, 400]);
});

it("does not move when a control in its header is dragged", async () => {
  const edges = await openFloating();
  const before = edges();
  await drag(page.getByRole("tab", { name: "Log" }).element(), 100, 100);
  expect(edges()).toEqual(before);
});

it("moves with the arrow keys as far as the edge", async () => {
  const edges = await openFloating();
  handle().element().focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowUp}{ArrowUp}");
  expect(edges()).toEqual([382, 258, 1242, 658]);
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(edges()).toEqual([420, 320, 1280, 720]);
});

it("moves in a narrow window in every view", async () => {
  await page.viewport(400, 720);
  const edges = await openFloating();
  await page.getByRole("tab", { name: "Traffic" }).click();
  const [left = 0, top = 0] = edges();
  await drag(handle().element(), left + 15, top - 100);
  const [movedLeft = 0, movedTop = 0] = edges();
  expect(movedLeft).toBeGreaterThanOrEqual(0);
  expect(movedTop).toBeLessThan(top - 90);
});

it("opens at its last position, within the window", async () => {
  const edges = await openFloating();
  handle().element().focus();
  await userEvent.keyboard("{ArrowLeft>10}{ArrowUp>12}");
  expect(edges()).toEqual([166, 18, 1026, 418]);
  expect((await openFloating())()).toEqual([166, 18, 1026, 418]);
  await page.viewport(900, 420);
  const [left = -1, top = -1, right = 901, bottom = 421] = edges();
  expect([left >= 0, top >= 0, right <= 900, bottom <= 420]).toEqual([true, true, true, true]);
});
