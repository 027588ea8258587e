import { describe, expect, it } from "vitest";
import { demoIn, openFixture } from "./support/browser.js";
import { answer, card, composer, request, send, settled } from "./support/panel.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";

describe.each([1, 2] as const)("permission requests in version %i", (version) => {
  const openDemo = demoIn(version);

  it("offer exactly the agent's options, in its order", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    const options = request(page, EDIT).locator(".options button");
    await options.first().waitFor();
    const names = await options.evaluateAll((buttons) =>
      buttons.map((button) => button.firstChild?.textContent),
    );
    expect(names).toEqual(["Allow", "Allow edits in this session", "Reject"]);
  });

  it("reject one and allow another", async () => {
    const { page } = await openDemo();
    await send(page, "Fix the total of the cart");
    await answer(page, EDIT, "Reject");
    await card(page, EDIT).getByText("You chose: Reject").waitFor();
    await answer(page, CHECKS, "Allow");
    await card(page, CHECKS).getByText("You chose: Allow").waitFor();
    await page.getByText("Not edited").waitFor();
    await settled(page);
  });

  it("are answered from the keyboard alone", async () => {
    const { page } = await openDemo();
    await composer(page).pressSequentially("Fix the total of the cart");
    await page.keyboard.press("Enter");
    await request(page, EDIT).locator('[aria-disabled="false"]').first().waitFor();
    // Backwards from the composer: Reject, Allow edits, Allow.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await card(page, EDIT).getByText("You chose: Allow").waitFor();
    await request(page, CHECKS).locator('[aria-disabled="false"]').first().waitFor();
    await page.keyboard.press("Alt+Digit3");
    await card(page, CHECKS).getByText("You chose: Reject").waitFor();
    await settled(page);
    expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it("ignore a click that came too early", async () => {
    const { page } = await openDemo();
    await page.clock.install();
    await send(page, "Fix the total of the cart");
    const allow = request(page, EDIT).getByRole("button", { name: "Allow", exact: true });
    await page.clock.runFor(300);
    await allow.click({ force: true });
    await request(page, EDIT).waitFor();
    await page.clock.runFor(200);
    await allow.click();
    await request(page, EDIT).waitFor({ state: "detached" });
  });
});

it("shows requests that wait in a row, and each gets its own answer", async () => {
  const { page } = await openFixture("asks");
  await send(page, "Go");
  await request(page, "First").getByText("1 of 3").waitFor();
  await answer(page, "Second", "Never");
  await request(page, "Third").getByText("2 of 2").waitFor();
  await answer(page, "First", "Once");
  await answer(page, "Third", "Once");
  await page.getByText("Second: no, First: yes, Third: yes").waitFor();
  await settled(page);
});
