import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../tests/support/axe.js";
import { openPage } from "../../tests/support/openPage.js";
import { serveSite } from "./support/server.js";

const RECORDING = "gemini-fix-typo";
const FRAME_COUNT = 62;
/** At this frame, a permission request is pending. */
const PENDING_REQUEST_FRAME = 34;
const PHONE = { viewport: { width: 390, height: 844 } };

const recordingText = readFileSync(
  join(import.meta.dirname, `../playground/recordings/${RECORDING}.jsonl`),
  "utf8",
);

/** Opens the playground. The test fails on errors in the console and requests to other origins. */
const openPlayground = async (hash = "", options?: BrowserContextOptions): Promise<Page> =>
  openPage(`${await serveSite()}playground/${hash}`, options);

const openAt = (frame: number, options?: BrowserContextOptions): Promise<Page> =>
  openPlayground(`#recording=${RECORDING}&frame=${frame}`, options);

const getPlayer = (page: Page): Locator => page.getByRole("region", { name: "Player" });
const waitForFrame = (page: Page, frame: number, count = FRAME_COUNT): Promise<void> =>
  getPlayer(page).getByText(`Frame ${frame} of ${count}`).waitFor();
const openFile = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByRole("region", { name: "Trace", exact: true })
    .getByLabel("Trace file")
    .setInputFiles({ name, mimeType: "application/jsonl", buffer: Buffer.from(text) });

describe("the playground", () => {
  it("shows the end of a recording, and says what happened in it", async () => {
    const page = await openPlayground();
    await page.getByRole("combobox", { name: "Recording" }).selectOption("claude-cancel");
    const devtools = page.getByRole("region", { name: "ACP devtools" });
    await devtools.getByRole("region", { name: "Verdict" }).waitFor();
    await devtools.getByText("End of the log").waitFor();
    await getPlayer(page).getByRole("button", { name: "Play" }).waitFor();
    expect(await devtools.getByText("Live", { exact: true }).count()).toBe(0);
  });

  it("plays a recording to its end", async () => {
    const page = await openPlayground(`#recording=${RECORDING}&frame=0`);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("Max");
    await getPlayer(page).getByRole("button", { name: "Play" }).click();
    await waitForFrame(page, FRAME_COUNT);
    await page.getByRole("heading", { name: "Gemini CLI" }).waitFor();
    await getPlayer(page).getByRole("button", { name: "Play" }).waitFor();
    await expect.poll(() => page.url()).toContain(`#recording=${RECORDING}&frame=${FRAME_COUNT}`);
    const devtools = page.getByRole("region", { name: "ACP devtools" });
    await devtools.getByText(`frame ${FRAME_COUNT} is the last`).waitFor();
  });

  it("opens the recording and the frame of the address, paused", async () => {
    const page = await openAt(PENDING_REQUEST_FRAME);
    await waitForFrame(page, PENDING_REQUEST_FRAME);
    await page.getByText("Answered by the recording").waitFor();
    await getPlayer(page).getByRole("button", { name: "Play" }).waitFor();
    await page.evaluate(() => (location.hash = "#recording=codex-reject-v2&frame=24"));
    await waitForFrame(page, 24, 42);
    await page.getByRole("heading", { name: "Codex" }).waitFor();
  });

  it("reviews the edits of a recording in memory", async () => {
    const page = await openPlayground(`#recording=${RECORDING}&frame=${FRAME_COUNT}`);
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: /^2 files to review/ }).click();
    await page.getByRole("button", { name: "Why? Change 1 in src/greet.js" }).click();
    await page
      .getByRole("group", { name: /^Reason for/ })
      .getByText(/for the prompt/)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Reject all", exact: true }).click();
    await page.getByText("There is nothing to review.").waitFor();
    await page.getByRole("button", { name: "Undo: rejected changes in 2 files" }).click();
    await page.getByRole("button", { name: /^2 files to review/ }).waitFor();
    await page.getByRole("button", { name: "Back to the recording" }).click();
    await page.getByRole("button", { name: "Review changes" }).waitFor();
  });

  it("says that it does not know the recording of the address", async () => {
    const page = await openPlayground("#recording=other");
    await page.getByRole("alert").getByText("There is no recording “other”").waitFor();
  });

  it("goes to a frame of the list, and shows its JSON", async () => {
    const page = await openAt(PENDING_REQUEST_FRAME);
    const list = page.getByRole("list", { name: "Frames of the trace" });
    await list
      .locator('[aria-current="step"]', { hasText: "session/request_permission" })
      .waitFor();
    await list.getByRole("button", { name: `JSON of frame ${PENDING_REQUEST_FRAME}` }).click();
    await list.getByRole("group").getByText('"method": "session/request_permission"').waitFor();
    await list.getByRole("button", { name: /^33\b/ }).click();
    await waitForFrame(page, 33);
    await page.getByText("Answered by the recording").waitFor({ state: "detached" });
  });

  it("steps in both directions and moves with the slider", async () => {
    const page = await openAt(PENDING_REQUEST_FRAME);
    await page.getByRole("button", { name: "Next frame" }).click();
    await page.getByText("Answered by the recording").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Previous frame" }).click();
    await page.getByText("Answered by the recording").waitFor();
    await page.getByRole("slider", { name: "Position" }).fill("8");
    await waitForFrame(page, 8);
    await page.getByRole("button", { name: "Go to the start" }).click();
    await page.getByText("Nothing has happened yet.").waitFor();
  });

  it("can be operated with the keyboard only", async () => {
    const page = await openAt(PENDING_REQUEST_FRAME);
    await waitForFrame(page, PENDING_REQUEST_FRAME);
    await page.keyboard.press("ArrowRight");
    await waitForFrame(page, PENDING_REQUEST_FRAME + 1);
    await page.keyboard.press("Home");
    await waitForFrame(page, 0);
    await page.keyboard.press("End");
    await waitForFrame(page, FRAME_COUNT);
    await page.keyboard.press("Space");
    await getPlayer(page).getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await getPlayer(page).getByRole("button", { name: "Play" }).waitFor();
    const row = page.locator("[data-seek][tabindex='0']");
    await row.focus();
    const first = Number(await row.getAttribute("data-seek"));
    await page.keyboard.press("ArrowDown");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-seek")))
      .toBe(`${first + 1}`);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("group", { name: `JSON of frame ${first + 2}` }).waitFor();
    await page.keyboard.press("Enter");
    await waitForFrame(page, first + 2);
  });
});

/** Waits until a file of the user is played. */
const waitForFile = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("combobox", { name: "Recording" })
    .locator("option:checked", { hasText: name })
    .waitFor({ state: "attached" });

describe("a trace of the user", () => {
  it("plays without its name in the address", async () => {
    const page = await openAt(8);
    await openFile(page, "mine.jsonl", recordingText);
    await waitForFile(page, "mine.jsonl");
    await page.getByRole("combobox", { name: "Speed" }).selectOption("Max");
    await waitForFrame(page, FRAME_COUNT);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
  });

  it("is not replaced by a recording that was still loading when it was opened", async () => {
    const page = await openAt(8);
    await waitForFrame(page, 8);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const recordings = (url: URL): boolean => url.pathname.endsWith(".jsonl");
    await page.route(recordings, async (route) => {
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest((request) => recordings(new URL(request.url())));
    await page.getByRole("combobox", { name: "Recording" }).selectOption({ index: 1 });
    const loaded = (await requested).response();
    await openFile(page, "mine.jsonl", recordingText);
    await waitForFile(page, "mine.jsonl");
    release();
    await (await loaded)?.finished();
    await page.getByRole("combobox", { name: "Speed" }).selectOption("Max");
    await waitForFrame(page, FRAME_COUNT);
    await waitForFile(page, "mine.jsonl");
  });

  it("plays in all views when it is opened in the devtools", async () => {
    const page = await openAt(8);
    const devtools = page.getByRole("region", { name: "ACP devtools" });
    const file = { name: "mine.jsonl", mimeType: "application/jsonl" };
    const text = recordingText.split("\n").slice(0, 20).join("\n");
    const open = (content: string): Promise<void> =>
      devtools.getByLabel("Trace file").setInputFiles({ ...file, buffer: Buffer.from(content) });
    await open("");
    await page.getByRole("alert").getByText("“mine.jsonl” cannot be played").waitFor();
    await open(text);
    await waitForFrame(page, 20, 20);
    await devtools.getByText("frame 20 is the last").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("can be dropped anywhere, even on the devtools", async () => {
    const page = await openAt(8);
    const devtools = page.getByRole("region", { name: "ACP devtools" });
    await devtools.waitFor();
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.jsonl"));
      return data;
    }, recordingText);
    await devtools.dispatchEvent("dragover", { dataTransfer: transfer });
    await page.getByText("Drop a trace to play it.").waitFor();
    await devtools.dispatchEvent("drop", { dataTransfer: transfer });
    await page
      .locator("option:checked", { hasText: "dropped.jsonl" })
      .waitFor({ state: "attached" });
  });

  it("lists the lines that are not frames", async () => {
    const page = await openAt(8);
    await openFile(page, "mixed.jsonl", `${recordingText}{"half":\n`);
    await page.getByText("1 line of “mixed.jsonl” could not be read completely").click();
    await page.getByText(`Line ${FRAME_COUNT + 1}: Invalid JSON`).waitFor();
  });

  it.each([
    ["empty.jsonl", ""],
    ["photo.png", "\u0000\u0001"],
    ["other.jsonl", '{"a":1}'],
  ])("names the accepted forms for %s, and keeps the recording", async (name, text) => {
    const page = await openAt(PENDING_REQUEST_FRAME);
    await openFile(page, name, text);
    const alert = page.getByRole("alert").filter({ hasText: `“${name}” cannot be played` });
    await alert.getByText(/These forms are accepted: .*Zed ACP log/).waitFor();
    await waitForFrame(page, PENDING_REQUEST_FRAME);
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
  });
});

describe("the page of the playground", () => {
  it("allows no other server", async () => {
    const page = await openAt(8);
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
    expect(await policy.getAttribute("content")).toMatch(
      /^default-src 'self'; connect-src 'self';/,
    );
  });

  it.each(["light", "dark"] as const)(
    "has no accessibility violations, %s",
    async (colorScheme) => {
      const page = await openAt(PENDING_REQUEST_FRAME, { colorScheme });
      await page.getByRole("region", { name: "ACP devtools" }).waitFor();
      await page.getByRole("button", { name: `JSON of frame ${PENDING_REQUEST_FRAME}` }).click();
      expect(await findViolations(page)).toEqual([]);
    },
  );

  it("shows the views as tabs on a phone", async () => {
    const page = await openAt(PENDING_REQUEST_FRAME, PHONE);
    await page.getByRole("tabpanel").getByText("Answered by the recording").waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("tab", { name: "Frames" }).click();
    await page.locator('[aria-current="step"]').waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("region", { name: "ACP devtools" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it("shows what is wrong in a trace of the user first, also on a phone", async () => {
    const page = await openAt(PENDING_REQUEST_FRAME, PHONE);
    await openFile(page, "own.jsonl", recordingText);
    await page.getByRole("region", { name: "Verdict" }).waitFor();
    expect(await page.getByRole("tab", { name: "Devtools" }).getAttribute("aria-selected")).toBe(
      "true",
    );
  });

  it("shares the theme with the other pages of the site", async () => {
    const page = await openAt(8);
    await page.getByRole("switch", { name: "Dark theme" }).click();
    await page.getByRole("link", { name: "Guide" }).click();
    await page.waitForURL(/quick-start$/);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains("dark")))
      .toBe(true);
  });

  it("has a header whose links lead to pages", async () => {
    const page = await openAt(8);
    const links = await page
      .getByRole("banner")
      .first()
      .getByRole("link")
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).href));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });
});
