import { accessSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";

/** The usual paths of Chromium and Chrome, in order of preference. */
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

/**
 * The features of Chromium to disable. With the first three, every new window loads two hidden
 * pages for the address bar, which takes 0.7 s of CPU time. Chromium uses only the last list that
 * it gets, so this one repeats the features that Playwright disables.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/**
 * Command-line switches that disable background requests and hidden pages, and let Chromium run as
 * root in a container.
 */
export const CHROMIUM_ARGS = [
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
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
 * Returns the path of the Chromium to test with, or `undefined` if there is none. If
 * `CHROMIUM_PATH` is set, no other path is tried.
 * @returns {string | undefined}
 */
export function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH;
  return (configuredPath ? [configuredPath] : CANDIDATES).find(isExecutable);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = findChromium();
  console.log(path ?? "Chromium was not found.");
  process.exitCode = path ? 0 : 1;
}
