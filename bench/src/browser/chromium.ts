import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright";
import { rootFolder } from "../folders.js";

/** The exports of `scripts/chromium.mjs`, which is not compiled. */
interface ChromiumScript {
  readonly CHROMIUM_ARGS: string[];
  findChromiumWithWindows(): string | undefined;
}

/**
 * Starts Chromium.
 *
 * @throws Error if it is not installed.
 */
export async function launchChromium(): Promise<Browser> {
  const path = pathToFileURL(join(rootFolder, "scripts/chromium.mjs")).href;
  const { findChromiumWithWindows, CHROMIUM_ARGS } = (await import(path)) as ChromiumScript;
  const executablePath = findChromiumWithWindows();
  if (executablePath === undefined) throw new Error("Chromium is not installed.");
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}
