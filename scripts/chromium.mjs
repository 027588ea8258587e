import { accessSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The usual path of the headless shell, which renders pages like Chromium but has no windows. The
 * e2e tests take an eighth less CPU time with it.
 */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** The usual paths of Chromium and Chrome, in order of preference. */
const BROWSERS = [
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
 * Returns the path of the Chromium to test with, or `undefined` if there is none. Prefers the
 * headless shell. If `CHROMIUM_PATH` is set, no other path is tried.
 * @returns {string | undefined}
 */
export function findChromium() {
  return findExecutable([HEADLESS_SHELL, ...BROWSERS]);
}

/**
 * Returns the path of a Chromium with windows, or `undefined` if there is none. Benchmarks need it,
 * because they measure what users feel. If `CHROMIUM_PATH` is set, no other path is tried.
 * @returns {string | undefined}
 */
export function findChromiumWithWindows() {
  return findExecutable(BROWSERS);
}

/** @param {readonly string[]} paths */
function findExecutable(paths) {
  const configuredPath = process.env.CHROMIUM_PATH;
  return (configuredPath ? [configuredPath] : paths).find(isExecutable);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = findChromium();
  console.log(path ?? "Chromium was not found.");
  process.exitCode = path ? 0 : 1;
}
