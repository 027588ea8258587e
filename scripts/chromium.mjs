import { accessSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";

const CANDIDATES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Switches that keep a test browser quiet and able to run as root in a container. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of the Chromium to test with, or `undefined` where there is none. `CHROMIUM_PATH` alone
 * counts when it is set.
 * @returns {string | undefined}
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  return (wanted ? [wanted] : CANDIDATES).find(isExecutable);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = findChromium();
  console.log(path ?? "no Chromium found");
  process.exitCode = path ? 0 : 1;
}
