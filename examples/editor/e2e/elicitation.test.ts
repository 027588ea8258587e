import { describe, expect, it } from "vitest";
import { openFixture } from "./support/browser.js";
import { getRequest, sendPrompt, waitUntilIdle } from "./support/panel.js";
import { shareDemo } from "./support/sharedPage.js";

const FORM = "What should the next release of the cart have?";

describe.each([1, 2] as const)("a form in version %i", (version) => {
  const openSession = shareDemo({ version });

  it("is submitted once its required fields are filled in", async () => {
    const page = await openSession();
    await sendPrompt(page, "/form");
    const form = getRequest(page, FORM);
    await form.getByLabel("Feature").fill("Discounts");
    await form.getByLabel("Estimated days").fill("3");
    const submit = form.getByRole("button", { name: "Send answers" });
    await submit.click();
    // The priority is required but has not been selected.
    expect(await form.locator("select:invalid").count()).toBe(1);
    await form.getByLabel("Priority").selectOption("high");
    await submit.click();
    await page.getByText("Your answers:").waitFor();
    for (const line of ["feature: Discounts", "priority: high", "days: 3", "tested: true"])
      await page.getByRole("listitem").getByText(line).waitFor();
    await waitUntilIdle(page);
  });

  it("can be declined", async () => {
    const page = await openSession();
    await sendPrompt(page, "/form");
    await getRequest(page, FORM).getByRole("button", { name: "Decline" }).click();
    await page.getByText("The form was declined").waitFor();
    await getRequest(page, FORM).waitFor({ state: "detached" });
  });
});

it("shows the full URL of a page before it is opened", async () => {
  const { page } = await openFixture("opensUrl");
  await sendPrompt(page, "Go");
  const elicitation = getRequest(page, "Sign in to Example");
  await elicitation.getByText("https://accounts.example/sign-in?for=agent").waitFor();
  const link = elicitation.getByRole("link", { name: "Open accounts.example" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  await elicitation.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("You chose to cancel.").waitFor();
  await waitUntilIdle(page);
});
