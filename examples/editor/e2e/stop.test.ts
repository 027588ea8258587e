import { describe, expect, it } from "vitest";
import { demoIn } from "./support/browser.js";
import { card, request, send, settled, status } from "./support/panel.js";

describe.each([1, 2] as const)("stopping a turn in version %i", (version) => {
  const openDemo = demoIn(version);

  it("ends a command that runs", async () => {
    const { page } = await openDemo(20);
    await page.getByRole("combobox", { name: "Mode" }).selectOption({ label: "Auto" });
    await send(page, "/long 600");
    const command = card(page, "node counter.js 600");
    await status(command, "running").waitFor();
    await command.getByText("tick 2 of 600").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/You stopped the agent/).waitFor();
    await settled(page);
    expect(await status(command, "running").count()).toBe(0);
  });

  it("takes back the requests that wait", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await request(page, "Make total() count every item").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Not answered: the turn was stopped").waitFor();
    await settled(page);
    expect(await page.getByRole("button", { name: "Allow", exact: true }).count()).toBe(0);
  });

  it("leaves the next turn alone", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await request(page, "Make total() count every item").waitFor();
    await page.keyboard.press("Escape");
    await settled(page);
    await send(page, "/fail");
    await page.getByText("As expected").waitFor();
    await page.getByText(/Worked for/).waitFor();
  });
});
