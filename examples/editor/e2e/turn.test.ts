import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoIn } from "./support/browser.js";
import { answer, card, composer, request, send, settled, status } from "./support/panel.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";

describe.each([1, 2] as const)("a turn in version %i", (version) => {
  const openDemo = demoIn(version);

  it("begins with an example prompt", async () => {
    const { page } = await openDemo();
    await page.getByRole("button", { name: /Fix the total of the cart/ }).click();
    await page.getByRole("article", { name: "You" }).getByText("Fix the total").waitFor();
    await request(page, EDIT).waitFor();
  });

  it("moves its cards and its plan to the end", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await request(page, EDIT).waitFor();
    const plan = page.getByRole("region", { name: "Plan" });
    await plan.getByText("1 of 4").waitFor();
    await status(card(page, "Read src/cart.js"), "completed").waitFor();
    await status(card(page, EDIT), "asking").waitFor();

    await answer(page, EDIT, "Allow");
    await status(card(page, EDIT), "completed").waitFor();
    await plan.getByText("2 of 4").waitFor();
    await answer(page, CHECKS, "Allow");
    await status(card(page, CHECKS), "completed").waitFor();
    await status(card(page, "Read src/discounts.js"), "failed").waitFor();
    await plan.getByText("4 of 4").waitFor();
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    await settled(page);
  });

  it("shows what an edit changes, and makes it", async () => {
    const { page } = await openDemo();
    const cwd = await page.locator(".header-path").innerText();
    await send(page, "Fix the total of the cart");
    const changes = request(page, EDIT).getByRole("group", { name: "Changes in src/cart.js" });
    await changes.getByText("added: sum += prices[name] * count;").waitFor();
    await changes.getByText("removed: sum += prices[name];").waitFor();
    await answer(page, EDIT, "Allow");
    await request(page, CHECKS).waitFor();
    expect(await readFile(join(cwd, "src/cart.js"), "utf8")).toContain("prices[name] * count");
  });

  it("offers the agent's commands", async () => {
    const { page } = await openDemo();
    await composer(page).pressSequentially("/f");
    await page.getByRole("option", { name: /fail/, selected: true }).waitFor();
    await composer(page).press("Enter");
    expect(await composer(page).inputValue()).toBe("/fail ");
    await composer(page).press("Enter");
    await status(card(page, "Read src/discounts.js"), "failed").waitFor();
    await settled(page);
  });

  it("changes the mode", async () => {
    const { page } = await openDemo();
    await page.getByRole("combobox", { name: "Mode" }).selectOption({ label: "Auto" });
    await send(page, "Fix the total of the cart");
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    expect(await page.getByText("You chose").count()).toBe(0);
  });

  it("writes a line break with Shift and Enter", async () => {
    const { page } = await openDemo();
    await composer(page).pressSequentially("one");
    await composer(page).press("Shift+Enter");
    await composer(page).pressSequentially("two");
    expect(await composer(page).inputValue()).toBe("one\ntwo");
  });
});
