import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { openRecording } from "./support/browser.js";
import { getToolCallCard, getStatus } from "./support/panel.js";

const FRAME_COUNT = 62;
/** At this frame, a permission request is pending. */
const PENDING_REQUEST_FRAME = 34;

async function openPausedAt(frame: number): Promise<Page> {
  const page = await openRecording();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).fill(String(frame));
  return page;
}

describe("a recording", () => {
  it("plays to its end automatically", async () => {
    const page = await openRecording();
    await page.getByRole("combobox", { name: "Speed" }).selectOption("Max");
    await page.getByText(`Frame ${FRAME_COUNT} of ${FRAME_COUNT}`).waitFor();
    await page.getByText("Gemini CLI").waitFor();
    await getStatus(getToolCallCard(page, "src/missing.js"), "failed").waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(await page.locator(".acp-spinner").count()).toBe(0);
  });

  it("steps through single frames and restarts", async () => {
    const page = await openPausedAt(8);
    await page.getByText("Please fix the typo").waitFor();
    await page.getByRole("button", { name: "Next frame" }).click();
    await page.getByText(`Frame 9 of ${FRAME_COUNT}`).waitFor();
    await page.getByRole("button", { name: "Thought" }).or(page.getByText("Thinking")).waitFor();
    await page.getByRole("button", { name: "Go to the start" }).click();
    await page.getByText("Nothing has happened yet.").waitFor();
  });

  it("contains the answers to its permission requests", async () => {
    const page = await openPausedAt(PENDING_REQUEST_FRAME);
    await page.getByText("Answered by the recording").waitFor();
    const options = page.locator(".acp-request-options button");
    expect(await options.count()).toBeGreaterThan(0);
    expect(await options.and(page.locator(":enabled")).count()).toBe(0);
    expect(await page.getByRole("textbox").count()).toBe(0);
    await page.getByRole("button", { name: "Next frame" }).click();
    await options.first().waitFor({ state: "detached" });
    await page.getByText("Answered: Allow").last().waitFor();
  });
});
