import { describe, expect, it } from "vitest";
import { openFixture } from "./support/browser.js";
import {
  answerRequest,
  getToolCallCard,
  getComposer,
  getRequest,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";

describe.each([1, 2] as const)("a permission request in version %i", (version) => {
  const openSession = shareDemo({ version });

  it("offers exactly the agent's options in the agent's order", async () => {
    const page = await openSession();
    await sendPrompt(page, "Fix the total of the cart");
    const options = getRequest(page, EDIT).locator(".acp-request-options button");
    await options.first().waitFor();
    const names = await options.evaluateAll((buttons) =>
      buttons.map((button) => button.firstChild?.textContent),
    );
    expect(names).toEqual(["Allow", "Allow edits in this session", "Reject"]);
  });

  it("can be rejected and allowed", async () => {
    const page = await openSession();
    await sendPrompt(page, "Fix the total of the cart");
    await answerRequest(page, EDIT, "Reject");
    await getToolCallCard(page, EDIT).getByText("You chose: Reject").waitFor();
    await answerRequest(page, CHECKS, "Allow");
    await getToolCallCard(page, CHECKS).getByText("You chose: Allow").waitFor();
    await page.getByText("Not edited").waitFor();
    await waitUntilIdle(page);
  });

  it("can be answered with the keyboard", async () => {
    const page = await openSession();
    await getComposer(page).pressSequentially("Fix the total of the cart");
    await page.keyboard.press("Enter");
    await getRequest(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    // Moves back from the composer, over the plan and the files, to Reject, Allow edits and Allow.
    const allow = getRequest(page, EDIT).getByRole("button", { name: "Allow", exact: true });
    const isFocused = (): Promise<boolean> =>
      allow.evaluate((button) => button === document.activeElement);
    for (let step = 0; step < 6 && !(await isFocused()); step += 1)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await getToolCallCard(page, EDIT).getByText("You chose: Allow").waitFor();
    await getRequest(page, CHECKS).locator('[aria-disabled="false"]').first().waitFor();
    await page.keyboard.press("Alt+Digit3");
    await getToolCallCard(page, CHECKS).getByText("You chose: Reject").waitFor();
    await waitUntilIdle(page);
    expect(await getComposer(page).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
  });

  it("ignores a click right after it appears", async () => {
    const page = await openSession();
    await getComposer(page).waitFor();
    // Clicks in the moment in which the request appears.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const button = document.querySelector<HTMLElement>(".acp-request-options button");
        if (button === null) return;
        observer.disconnect();
        button.click();
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
    await sendPrompt(page, "Fix the total of the cart");
    await page.getByText("Not answered: you chose too soon").waitFor();
    await answerRequest(page, EDIT, "Allow");
    await getRequest(page, EDIT).waitFor({ state: "detached" });
  });
});

it("shows several pending requests and delivers each answer to its request", async () => {
  const { page } = await openFixture("asks");
  await sendPrompt(page, "Go");
  await getRequest(page, "First").getByText("1 of 3").waitFor();
  await answerRequest(page, "Second", "Never");
  await getRequest(page, "Third").getByText("2 of 2").waitFor();
  await answerRequest(page, "First", "Once");
  await answerRequest(page, "Third", "Once");
  await page.getByText("Second: no, First: yes, Third: yes").waitFor();
  await waitUntilIdle(page);
});
