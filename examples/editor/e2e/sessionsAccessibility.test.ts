import { describe, expect, it } from "vitest";
import { violations } from "./support/axe.js";
import { openDemo, openFixture } from "./support/browser.js";
import { openMortal } from "./support/mortal.js";
import { queue, request, send, session } from "./support/panel.js";

const FIX = "Fix the total of the cart";
const EDIT = "Make total() count every item";

describe.each(["light", "dark"] as const)("axe finds nothing, %s", (colorScheme) => {
  it("in a list of sessions, a queue and a form", async () => {
    const { page } = await openDemo(1000, { colorScheme });
    await send(page, FIX);
    await request(page, EDIT).waitFor();
    await send(page, "What next?");
    await queue(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await queue(page).getByText("held back").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "New session" }).click();
    await page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    await send(page, "/form");
    await page.getByLabel("Feature").waitFor();
    await session(page, FIX).hover();
    expect(await violations(page)).toEqual([]);
  });

  it("in the drawer of a narrow screen", async () => {
    const { page } = await openDemo(1000, { colorScheme, viewport: { width: 380, height: 780 } });
    await send(page, FIX);
    await request(page, EDIT).waitFor();
    await page.getByRole("button", { name: "Sessions" }).click();
    await session(page, FIX).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("while the agent is lost, and in a session it has lost", async () => {
    const { page, killForGood } = await openMortal(2, { colorScheme });
    await send(page, FIX);
    await request(page, EDIT).waitFor();
    await killForGood();
    await page.getByText("Starting it again in").waitFor();
    expect(await violations(page)).toEqual([]);
    const { page: dead } = await openFixture("dies", { colorScheme });
    await send(dead, "Go");
    await dead.getByText("This session can only be read").waitFor();
    expect(await violations(dead)).toEqual([]);
  });
});
