import type { BrowserContextOptions, Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import { connectChromium } from "./chromium.js";

/** The options of `openPage`, and those of the browser context. */
export interface OpenPageOptions extends BrowserContextOptions {
  /** Messages of the console that the test causes on purpose. */
  readonly expectedMessage?: RegExp;
  /** A function to run in the page before its own scripts. */
  readonly initScript?: () => void;
}

/** The size of a page in pixels. */
export const DEFAULT_VIEWPORT = { width: 1280, height: 860 } as const;

const DEFAULT_OPTIONS: BrowserContextOptions = {
  viewport: DEFAULT_VIEWPORT,
  reducedMotion: "reduce",
};

/** A page in a separate browser context, and the problems that it has reported. */
export interface WatchedPage {
  readonly page: Page;
  /** Returns the problems since the last call. */
  takeProblems(): string[];
}

/**
 * Opens an address in a new browser context, which is closed after the test. The test fails on
 * errors and warnings in the console (including violations of the content security policy),
 * uncaught errors, and requests to other origins.
 */
export async function openPage(address: string, options?: OpenPageOptions): Promise<Page> {
  const { page, takeProblems } = await createPage(address, options);
  onTestFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    // Nobody sees the page of a test that fails elsewhere.
    if (error !== undefined) error.message += `\n\nThe page:\n${await describePage(page)}`;
    await page.context().close();
    expect(takeProblems()).toEqual([]);
  });
  await page.goto(address);
  return page;
}

/** The longest description of a page, in characters. */
const MAX_DESCRIPTION_CHARS = 6000;

/** Returns the address of a page and its elements with their names, or the reason why there are none. */
async function describePage(page: Page): Promise<string> {
  const elements = await page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String);
  return `${page.url()}\n${elements.slice(0, MAX_DESCRIPTION_CHARS)}`;
}

/** Creates a page that records its problems. The caller opens the address and closes the context. */
export async function createPage(
  address: string,
  { expectedMessage, initScript, ...options }: OpenPageOptions = {},
): Promise<WatchedPage> {
  const browser = await connectChromium();
  const context = await browser.newContext({ ...DEFAULT_OPTIONS, ...options });
  if (initScript !== undefined) await context.addInitScript(initScript);
  const problems: string[] = [];
  const { origin } = new URL(address);
  context.on("console", (message) => {
    const isProblem = ["error", "warning"].includes(message.type());
    if (isProblem && !expectedMessage?.test(message.text())) problems.push(message.text());
  });
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`fetched ${request.url()}`);
  });
  // Shorter than the timeout of the test, because this error names the missing element.
  context.setDefaultTimeout(60_000);
  return { page: await context.newPage(), takeProblems: () => problems.splice(0) };
}
