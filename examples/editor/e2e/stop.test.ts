import { describe, expect, it } from "vitest";
import { createDemoOpener, openFixture } from "./support/browser.js";
import {
  getToolCallCard,
  getRequest,
  sendPrompt,
  waitUntilIdle,
  getStatus,
} from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

it("shows for how long the agent has not confirmed the stop", async () => {
  const { page } = await openFixture("hangs");
  await page.clock.install();
  await sendPrompt(page, "Go");
  await getStatus(getToolCallCard(page, "sleep 600"), "running").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stopping…" }).waitFor();
  // The clock also runs by itself, so leave time for the steps of the test.
  await page.clock.fastForward(20_000);
  await page
    .getByTestId("working")
    .getByText(/^Stopping… 2\d s$/)
    .waitFor();
});

describe.each([1, 2] as const)("stopping a turn in version %i", (version) => {
  const openDemo = createDemoOpener(version);
  const openSession = shareDemo({ version });

  it("kills a running command", async () => {
    const { page } = await openDemo(20);
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Auto" });
    await sendPrompt(page, "/long 600");
    const command = getToolCallCard(page, "node counter.js 600");
    await getStatus(command, "running").waitFor();
    await command.getByText("tick 2 of 600").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/You stopped the agent/).waitFor();
    await waitUntilIdle(page);
    expect(await getStatus(command, "running").count()).toBe(0);
  });

  it("withdraws the pending requests", async () => {
    const page = await openSession();
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, "Make total() count every item").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Not answered: the turn was stopped").waitFor();
    await waitUntilIdle(page);
    expect(await page.getByRole("button", { name: "Allow", exact: true }).count()).toBe(0);
  });

  it("does not affect the next turn", async () => {
    const page = await openSession();
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, "Make total() count every item").waitFor();
    await page.keyboard.press("Escape");
    await waitUntilIdle(page);
    await sendPrompt(page, "/fail");
    await page.getByText("As expected").waitFor();
    await page.getByText(/Worked for/).waitFor();
  });
});
