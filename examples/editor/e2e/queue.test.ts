import { describe, expect, it } from "vitest";
import { demoIn } from "./support/browser.js";
import { composer, queue, request, send, settled } from "./support/panel.js";

const EDIT = "Make total() count every item";

describe.each([1, 2] as const)("what is sent while a turn runs, in version %i", (version) => {
  const openDemo = demoIn(version);

  it("waits, can be removed, and is held by a stop", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    await send(page, "First thing");
    await queue(page).getByText("First thing").waitFor();
    await send(page, "Second thing");
    await queue(page).getByText("Second thing").waitFor();
    expect(await composer(page).inputValue()).toBe("");
    await queue(page).getByRole("button", { name: 'Remove "First thing"' }).click();
    await queue(page).getByText("First thing").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await queue(page).getByText("1 prompt held back").waitFor();
    await page.getByText(/You stopped the agent/).waitFor();
    expect(await page.getByRole("article", { name: "You" }).count()).toBe(1);
    await queue(page).getByRole("button", { name: "Send now" }).click();
    await page.getByRole("article", { name: "You" }).getByText("Second thing").waitFor();
    await queue(page).waitFor({ state: "detached" });
    await settled(page);
  });

  it("is sent by itself when the turn is over", async () => {
    const { page } = await openDemo();
    await page.getByRole("combobox", { name: "Mode" }).selectOption({ label: "Auto" });
    await send(page, "/long 1");
    await send(page, "/fail");
    await page.getByText("As expected").waitFor();
    await settled(page);
    expect(await page.getByText(/Worked for/).count()).toBe(2);
  });
});
