import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { openDemo, openFixture } from "./support/browser.js";
import { openKillableAgent } from "./support/killableAgent.js";
import {
  chooseSessionAction,
  getQueue,
  getRequest,
  sendPrompt,
  getSessionRow,
} from "./support/panel.js";

const FIX = "Fix the total of the cart";
const EDIT = "Make total() count every item";

describe.each(["light", "dark"] as const)("axe, %s", (colorScheme) => {
  it("finds no violations in the session list, the queue and a form", async () => {
    const { page } = await openDemo(1000, { colorScheme });
    await sendPrompt(page, FIX);
    await getRequest(page, EDIT).waitFor();
    await sendPrompt(page, "What next?");
    await getQueue(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await getQueue(page).getByText("Queue paused").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "New session", exact: true }).click();
    await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
    await sendPrompt(page, "/form");
    await page.getByLabel("Feature").waitFor();
    await getSessionRow(page, FIX).hover();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: `More actions for ${FIX}` }).click();
    await page.getByRole("menu").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await chooseSessionAction(page, FIX, "Fork");
    // The list has the new session slightly before the page shows it.
    await page.locator("[aria-current]", { hasText: `Fork of ${FIX}` }).waitFor();
    await getSessionRow(page, FIX).first().press("F2");
    await page.getByRole("combobox", { name: "Model" }).selectOption("retired");
    await page.getByRole("alert").getByText("no longer available").waitFor();
    await page.getByRole("searchbox").fill("nothing");
    await page.getByText("No session has").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it("finds no violations in the drawer on a narrow screen", async () => {
    const { page } = await openDemo(1000, { colorScheme, viewport: { width: 380, height: 780 } });
    await sendPrompt(page, FIX);
    await getRequest(page, EDIT).waitFor();
    await page.getByRole("button", { name: "Sessions" }).click();
    await getSessionRow(page, FIX).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it("finds no violations while reconnecting and in a read-only session", async () => {
    const { page, killPermanently } = await openKillableAgent(2, { colorScheme });
    await sendPrompt(page, FIX);
    await getRequest(page, EDIT).waitFor();
    await killPermanently();
    await page.getByText(/Trying again in/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const { page: detached } = await openFixture("dies", { colorScheme });
    await sendPrompt(detached, "Go");
    await detached.getByText("This session is read-only").waitFor();
    expect(await findViolations(detached)).toEqual([]);
  });
});
