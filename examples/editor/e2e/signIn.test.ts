import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { createDemoOpener } from "./support/browser.js";
import { getComposer, sendPrompt } from "./support/panel.js";

const REQUIRED = { ACP_DEMO_SIGN_IN: "1" };

describe.each([1, 2] as const)("signing in to an agent of version %i", (version) => {
  const openDemo = createDemoOpener(version);

  it("shows the progress, a failure with its reason, and the account", async () => {
    const { page } = await openDemo(2, {}, REQUIRED);
    await page.getByRole("heading", { name: "Sign in to Scripted agent" }).waitFor();
    // Wait from before the click, because both are shown for a moment only.
    const progress = Promise.all([
      page.getByRole("status").getByText("Signing in…").waitFor(),
      page.getByRole("button", { name: /Demo account/, disabled: true }).waitFor(),
    ]);
    await page.getByRole("button", { name: /Expired key/ }).click();
    await progress;
    await page.getByRole("alert").getByText("Expired key failed: The key has expired.").waitFor();
    await page.getByRole("button", { name: /Demo account/ }).click();
    await getComposer(page).waitFor();
    expect(await page.getByText("Could not list sessions").count()).toBe(0);
    await page.getByRole("button", { name: "Account", exact: true }).press("Enter");
    await page
      .getByRole("group", { name: "Account", exact: true })
      .getByText("robin@example.com")
      .waitFor();
  });

  it("signs out, keeps the conversation, and signs in again", async () => {
    const { page } = await openDemo(1000, {}, REQUIRED);
    await page.getByRole("button", { name: /Demo account/ }).click();
    await sendPrompt(page, "/fail");
    await page.getByText(/Worked for/).waitFor();
    await page.getByRole("button", { name: "Account", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Sign out" }).press("Enter");
    await page.getByRole("heading", { name: "Sign in to Scripted agent" }).waitFor();
    expect(await page.getByRole("button", { name: "Account", exact: true }).count()).toBe(0);
    await page.getByText("As expected").waitFor();
    await page.getByRole("button", { name: "New session", exact: true }).click();
    await page.getByRole("button", { name: /Demo account/ }).click();
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
  });
});

describe.each(["light", "dark"] as const)("axe, %s", (colorScheme) => {
  it("finds no violations while signing in and in the account", async () => {
    const { page } = await createDemoOpener(2)(1000, { colorScheme }, REQUIRED);
    await page.getByRole("button", { name: /Expired key/ }).click();
    await page.getByRole("alert").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /Demo account/ }).click();
    await getComposer(page).waitFor();
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByText("Signed in as").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});
