import { type Browser, chromium, type Page } from "playwright";
import { afterAll, expect, onTestFinished } from "vitest";
import { CHROMIUM_ARGS } from "../../../scripts/chromium.mjs";

let running: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"];
  running ??= chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  return running;
}

afterAll(async () => {
  await (await running)?.close();
  running = undefined;
});

/**
 * Opens an address as a new visitor. Whatever the page complains of fails the test: errors and
 * warnings in the console (a breach of the Content-Security-Policy is one), and uncaught errors.
 * The page runs `first` before anything of its own.
 */
export async function openPage(address: string, first = (): void => {}): Promise<Page> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(first);
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  // Before the test's own, as this one says what it waited for.
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
