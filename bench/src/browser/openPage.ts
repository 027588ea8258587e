import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import type { Browser } from "playwright";
import { launchChromium } from "./chromium.js";
import type { BenchPage } from "./pageApi.js";

/** A page that has loaded the script. */
export interface OpenPage extends BenchPage {
  /** The name of the browser or the DOM implementation. */
  readonly environment: string;
  close(): Promise<void>;
}

/**
 * Opens the page in Chromium, or in jsdom if Chromium is not installed. Times in jsdom are slower.
 */
export async function openPage(script: string): Promise<OpenPage> {
  const browser = await launchChromium();
  return browser === undefined ? openInJsdom(script) : openInChromium(script, browser);
}

async function openInChromium(script: string, browser: Browser): Promise<OpenPage> {
  const page = await browser.newPage();
  await page.addScriptTag({ path: script });
  const call = <Result>(name: keyof BenchPage, args: unknown[]): Promise<Result> =>
    page.evaluate(`benchPage.${name}(...${JSON.stringify(args)})`);
  return {
    environment: `Chromium ${browser.version().split(".")[0]}`,
    measureRows: (...args) => call("measureRows", args),
    measureMessage: (...args) => call("measureMessage", args),
    close: () => browser.close(),
  };
}

function openInJsdom(script: string): OpenPage {
  const { window } = new JSDOM("", { runScripts: "outside-only", pretendToBeVisual: true });
  window.eval(readFileSync(script, "utf8"));
  const { benchPage } = window as unknown as { readonly benchPage: BenchPage };
  return { ...benchPage, environment: "jsdom", close: async () => window.close() };
}
