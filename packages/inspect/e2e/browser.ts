import { type Browser, chromium, type Page } from "playwright";
import { afterAll, expect, onTestFinished } from "vitest";
import { CHROMIUM_ARGS } from "../../../scripts/chromium.mjs";

let launched: Promise<Browser> | undefined;

function launchBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"];
  launched ??= chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  return launched;
}

afterAll(async () => {
  await (await launched)?.close();
  launched = undefined;
});

/**
 * Opens an address in a new browser context, after running `script` in the page. The test fails on
 * uncaught errors, and on errors and warnings in the console, such as a violation of the content
 * security policy.
 */
export async function openPage(address: string, script = (): void => {}): Promise<Page> {
  const context = await (await launchBrowser()).newContext({
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(script);
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  // Shorter than the timeout of the test, because this error names the missing element.
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
