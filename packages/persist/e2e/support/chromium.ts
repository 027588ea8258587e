import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { CHROMIUM_ARGS } from "../../../../scripts/chromium.mjs";

/** Starts Chromium as the leader of a process group, so that all its processes end together. */
export function startChromium(profile: string, address: string): ChildProcess {
  const args = [...CHROMIUM_ARGS, "--headless=new", `--user-data-dir=${profile}`, address];
  const browser = spawn(process.env["CHROMIUM_PATH"] ?? "chromium", args, {
    detached: true,
    // Open until the last process has ended, so `close` tells when that is.
    stdio: ["ignore", "ignore", "pipe"],
  });
  browser.stderr.resume();
  return browser;
}

/** Ends all processes of a browser with SIGKILL. */
export function killChromium(browser: ChildProcess): void {
  if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null)
    process.kill(-browser.pid, "SIGKILL");
}

/** Ends a browser if it is running, and removes its profile. */
export async function removeChromium(
  browser: ChildProcess | undefined,
  profile: string,
): Promise<void> {
  if (browser !== undefined) {
    killChromium(browser);
    if (!browser.stderr?.closed) await once(browser, "close");
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
}
