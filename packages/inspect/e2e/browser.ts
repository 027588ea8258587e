import type { Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import { connectChromium } from "../../../tests/support/chromium.js";

/**
 * Opens an address in a new browser context, after running `script` in the page. The test fails on
 * uncaught errors, and on errors and warnings in the console, such as a violation of the content
 * security policy.
 */
export async function openPage(address: string, script = (): void => {}): Promise<Page> {
  const browser = await connectChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
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
