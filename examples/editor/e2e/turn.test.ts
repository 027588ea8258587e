import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  answerRequest,
  getToolCallCard,
  getComposer,
  getRequest,
  sendPrompt,
  waitUntilIdle,
  getStatus,
} from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";

describe.each([1, 2] as const)("a turn in version %i", (version) => {
  const openSession = shareDemo({ version });

  it("starts with an example prompt", async () => {
    const page = await openSession();
    const examples = page.getByRole("region", { name: "What would you like to work on?" });
    await examples.getByRole("button", { name: /Fix the total of the cart/ }).click();
    await page.getByRole("article", { name: "You" }).getByText("Fix the total").waitFor();
    await getRequest(page, EDIT).waitFor();
  });

  it("updates its tool calls and its plan until it ends", async () => {
    const page = await openSession();
    await sendPrompt(page, "Fix the total of the cart");
    await getRequest(page, EDIT).waitFor();
    const plan = page.getByRole("region", { name: "Plan" });
    await plan.getByText("1 of 4").waitFor();
    await getStatus(getToolCallCard(page, "Read src/cart.js"), "completed").waitFor();
    await getStatus(getToolCallCard(page, EDIT), "awaiting_permission").waitFor();

    await answerRequest(page, EDIT, "Allow");
    await getStatus(getToolCallCard(page, EDIT), "completed").waitFor();
    await plan.getByText("2 of 4").waitFor();
    await answerRequest(page, CHECKS, "Allow");
    await getStatus(getToolCallCard(page, CHECKS), "completed").waitFor();
    await getStatus(getToolCallCard(page, "Read src/discounts.js"), "failed").waitFor();
    await plan.getByText("4 of 4").waitFor();
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    await waitUntilIdle(page);
  });

  it("shows the changes of an edit and applies them", async () => {
    const page = await openSession();
    const cwd = await page.locator(".acp-app-path").innerText();
    await sendPrompt(page, "Fix the total of the cart");
    const changes = getRequest(page, EDIT).getByRole("group", { name: "Changes in src/cart.js" });
    await changes.getByText("added: sum += prices[name] * count;").waitFor();
    await changes.getByText("removed: sum += prices[name];").waitFor();
    await answerRequest(page, EDIT, "Allow");
    await getRequest(page, CHECKS).waitFor();
    expect(await readFile(join(cwd, "src/cart.js"), "utf8")).toContain("prices[name] * count");
  });

  it("can start from one of the agent's commands", async () => {
    const page = await openSession();
    await getComposer(page).pressSequentially("/f");
    await page.getByRole("option", { name: /fail/, selected: true }).waitFor();
    await getComposer(page).press("Enter");
    await expect.poll(() => getComposer(page).inputValue()).toBe("/fail ");
    await getComposer(page).press("Enter");
    await getStatus(getToolCallCard(page, "Read src/discounts.js"), "failed").waitFor();
    await waitUntilIdle(page);
  });

  it("asks for no permission in auto mode", async () => {
    const page = await openSession();
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Auto" });
    await sendPrompt(page, "Fix the total of the cart");
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    expect(await page.getByText("You chose").count()).toBe(0);
  });

  it("inserts a line break with Shift+Enter", async () => {
    const page = await openSession();
    await getComposer(page).pressSequentially("one");
    await getComposer(page).press("Shift+Enter");
    await getComposer(page).pressSequentially("two");
    await expect.poll(() => getComposer(page).inputValue()).toBe("one\ntwo");
  });
});
