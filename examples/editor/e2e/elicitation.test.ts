import { describe, expect, it } from "vitest";
import { demoIn, openFixture } from "./support/browser.js";
import { request, send, settled } from "./support/panel.js";

const FORM = "What should the next release of the cart have?";

describe.each([1, 2] as const)("a form in version %i", (version) => {
  const openDemo = demoIn(version);

  it("is filled in, with what it requires", async () => {
    const { page } = await openDemo();
    await send(page, "/form");
    const form = request(page, FORM);
    await form.getByLabel("Feature").fill("Discounts");
    await form.getByLabel("Days it may take").fill("3");
    const submit = form.getByRole("button", { name: "Send answers" });
    await submit.click();
    // The priority is required, and nobody chose one.
    expect(await form.locator("select:invalid").count()).toBe(1);
    await form.getByLabel("Priority").selectOption("high");
    await submit.click();
    await page.getByText("Noted:").waitFor();
    for (const line of ["feature: Discounts", "priority: high", "days: 3", "tested: true"])
      await page.getByRole("listitem").getByText(line).waitFor();
    await settled(page);
  });

  it("is declined", async () => {
    const { page } = await openDemo();
    await send(page, "/form");
    await request(page, FORM).getByRole("button", { name: "Decline" }).click();
    await page.getByText("Then I will not ask again.").waitFor();
    await request(page, FORM).waitFor({ state: "detached" });
  });
});

it("shows the whole address of a page before it is opened", async () => {
  const { page } = await openFixture("sendsOut");
  await send(page, "Go");
  const asked = request(page, "Sign in to Example");
  await asked.getByText("https://accounts.example/sign-in?for=agent").waitFor();
  const link = asked.getByRole("link", { name: "Open accounts.example" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("You chose to cancel.").waitFor();
  await settled(page);
});
