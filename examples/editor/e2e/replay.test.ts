import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { openRecording } from "./support/browser.js";
import { card, status } from "./support/panel.js";

const FRAMES = 62;
/** A permission request has been made, and not been answered. */
const ASKING = 34;

async function pausedAt(frame: number): Promise<Page> {
  const page = await openRecording();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).fill(String(frame));
  return page;
}

describe("a recording", () => {
  it("plays to its end by itself", async () => {
    const page = await openRecording();
    await page.getByText("max", { exact: true }).click();
    await page.getByText(`Frame ${FRAMES} of ${FRAMES}`).waitFor();
    await page.getByText("Gemini CLI").waitFor();
    await status(card(page, "src/missing.js"), "failed").waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(await page.locator(".spinner").count()).toBe(0);
  });

  it("moves by single frames, forwards and back", async () => {
    const page = await pausedAt(8);
    await page.getByText("Please fix the typo").waitFor();
    await page.getByRole("button", { name: "Step one frame" }).click();
    await page.getByText(`Frame 9 of ${FRAMES}`).waitFor();
    await page.getByRole("button", { name: "Thought" }).or(page.getByText("Thinking")).waitFor();
    await page.getByRole("button", { name: "Restart" }).click();
    await page.getByText("Nothing has happened yet.").waitFor();
  });

  it("answers its requests itself", async () => {
    const page = await pausedAt(ASKING);
    await page.getByText("The recording answers this itself").waitFor();
    const options = page.locator(".options button");
    expect(await options.count()).toBeGreaterThan(0);
    expect(await options.and(page.locator(":enabled")).count()).toBe(0);
    expect(await page.getByRole("textbox").count()).toBe(0);
    await page.getByRole("button", { name: "Step one frame" }).click();
    await options.first().waitFor({ state: "detached" });
    await page.getByText("Answered: Allow").last().waitFor();
  });
});
