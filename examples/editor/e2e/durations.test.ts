import { expect, it } from "vitest";
import { openDemo, openFixture } from "./support/browser.js";
import { findViolations } from "../../../tests/support/axe.js";
import { getStatus, getToolCallCard, sendPrompt } from "./support/panel.js";

it("counts the seconds of a running command, and keeps the total", async () => {
  const { page } = await openDemo(20);
  await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Auto" });
  const command = getToolCallCard(page, "node counter.js 600");
  // Wait from before the prompt, because the text is shown for one second only.
  const firstSecond = getStatus(command, "running").getByText("1 s", { exact: true }).waitFor();
  await sendPrompt(page, "/long 600");
  await firstSecond;
  await page
    .getByTestId("working")
    .getByText(/^Working \d s$/)
    .waitFor();
  await page.keyboard.press("Escape");
  await getStatus(command, "cancelled")
    .getByText(/^Cancelled after \d s$/)
    .waitFor();
  await page.getByText(/^You stopped the agent after \d s$/).waitFor();
});

it("shows the time of a message on hover and while the conversation has the focus", async () => {
  const { page } = await openFixture("hostile");
  await sendPrompt(page, "Go");
  const message = page.getByRole("article", { name: "You" });
  const time = message.getByRole("time");
  const opacity = (): Promise<string> => time.evaluate((node) => getComputedStyle(node).opacity);
  await expect.poll(opacity).toBe("0");
  await message.hover();
  await expect.poll(opacity).toBe("1");
  expect(await time.innerText()).toMatch(/\d:\d\d/);
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe("0");
  for (let step = 0; step < 20 && (await opacity()) === "0"; step += 1)
    await page.keyboard.press("Shift+Tab");
  await expect.poll(opacity).toBe("1");
  expect(await findViolations(page)).toEqual([]);
});
