import { budgetPolicy } from "@acp-store/core/policies";
import { expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { violations } from "../../devtools/browser/support/looks.js";
import { IDLE_AGENT, SESSION } from "./support/session.js";
import { showSession } from "./support/showSession.js";

const BUDGET = {
  limits: [
    { currency: "USD", amount: 5, per: "session" },
    { currency: "USD", amount: 100, per: "agent" },
  ],
} as const;

const warning = page.getByRole("status").getByText(/of the budget/);

/** Shows a session with a budget. Returns a function that reports its cost. */
async function showBudget(width = 1280) {
  const sent: string[] = [];
  const { store, update } = await showSession({
    width,
    budget: BUDGET,
    agent: {
      ...IDLE_AGENT,
      async prompt(sessionId, blocks) {
        await budgetPolicy(store, BUDGET)(sessionId, blocks);
        sent.push(sessionId);
      },
    },
  });
  const spend = (amount: number): void =>
    update({
      sessionUpdate: "usage_update",
      used: 61_000,
      size: 200_000,
      cost: { amount, currency: "USD" },
    });
  return { sent, spend };
}

it("warns at 80 % of a budget until the user dismisses it, and again when it is spent", async () => {
  const { spend } = await showBudget();
  spend(3.99);
  await expect.element(page.getByText("$3.99")).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  spend(4);
  await expect
    .element(warning)
    .toHaveTextContent("$4.00 of the budget of $5.00 for this session is spent");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(warning).not.toBeInTheDocument();
  spend(4.5);
  await expect.element(page.getByText("$4.50")).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  spend(5.25);
  await expect.element(warning).toHaveTextContent("$5.25 of the budget of $5.00");
});

it.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
] as const)("asks with its own buttons, %s at %i px", async (colorScheme, width) => {
  const features = [{ name: "prefers-color-scheme", value: colorScheme }];
  await cdp().send("Emulation.setEmulatedMedia", { features });
  document.documentElement.style.colorScheme = "light dark";
  const { spend, sent } = await showBudget(width);
  spend(5.25);
  await expect.element(warning).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).click();
  await userEvent.keyboard("Go on{Enter}");
  const send = page.getByRole("button", { name: "Send anyway" });
  await expect.element(send).toBeEnabled();
  await expect.element(page.getByRole("button", { name: "Do not send" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
  // The buttons fade in when they accept answers.
  await expect.poll(violations).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
  await page.screenshot({ path: `__screenshots__/budget-${colorScheme}-${width}.png` });
  await send.click();
  await expect.poll(() => sent).toEqual([SESSION]);
});
