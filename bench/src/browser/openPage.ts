import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { JSDOM } from "jsdom";
import { type Browser, chromium } from "playwright";
import { rootFolder } from "../folders.js";
import type { BenchPage } from "./results.js";

/** What `scripts/chromium.mjs` exports: a script of the repository, which is not compiled. */
interface ChromiumScript {
  readonly CHROMIUM_ARGS: string[];
  findChromium(): string | undefined;
}

/** A page with the script in it, and where it runs. */
export interface OpenPage extends BenchPage {
  readonly where: string;
  close(): Promise<void>;
}

/** Opens the page in Chromium; in jsdom where there is none, with slower DOM and the same counts. */
export async function openPage(script: string): Promise<OpenPage> {
  const path = pathToFileURL(join(rootFolder, "scripts/chromium.mjs")).href;
  const { findChromium, CHROMIUM_ARGS } = (await import(path)) as ChromiumScript;
  const executablePath = findChromium();
  if (executablePath === undefined) return inJsdom(script);
  return inChromium(script, await chromium.launch({ executablePath, args: CHROMIUM_ARGS }));
}

async function inChromium(script: string, browser: Browser): Promise<OpenPage> {
  const page = await browser.newPage();
  await page.addScriptTag({ path: script });
  const call = <Result>(name: keyof BenchPage, args: unknown[]): Promise<Result> =>
    page.evaluate(`benchPage.${name}(...${JSON.stringify(args)})`);
  return {
    where: `Chromium ${browser.version().split(".")[0]}`,
    rows: (...args) => call("rows", args),
    message: (...args) => call("message", args),
    close: () => browser.close(),
  };
}

function inJsdom(script: string): OpenPage {
  const { window } = new JSDOM("", { runScripts: "outside-only", pretendToBeVisual: true });
  window.eval(readFileSync(script, "utf8"));
  const { benchPage } = window as unknown as { readonly benchPage: BenchPage };
  return { ...benchPage, where: "jsdom", close: async () => window.close() };
}
