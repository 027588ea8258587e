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
  onTestFinished(async () => {
    await page.context().close();
    expect(takeProblems()).toEqual([]);
  });
  await page.goto(address);
  return page;
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
