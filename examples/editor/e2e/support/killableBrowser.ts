import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium, type Page } from "playwright";
import { onTestFinished } from "vitest";
import { CHROMIUM_ARGS } from "../../../../scripts/chromium.mjs";

interface KillableBrowser {
  readonly page: Page;
  /** Ends all processes of the browser with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a separate browser with a profile, and opens an address. */
export async function startBrowser(profile: string, address: string): Promise<KillableBrowser> {
  const args = [
    ...CHROMIUM_ARGS,
    "--headless=new",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
  ];
  // The leader of a process group, so that all processes of the browser end together.
  const child = spawn(process.env["CHROMIUM_PATH"] ?? "chromium", args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => kill(child));
  const browser = await chromium.connectOverCDP(await findAddress(child), { timeout: 90_000 });
  const [context = await browser.newContext()] = browser.contexts();
  const page = await context.newPage();
  await page.goto(address);
  return { page, kill: () => kill(child) };
}

async function findAddress(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error("The browser has no stderr.");
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    // A full pipe would stop the browser.
    child.stderr.resume();
    return address;
  }
  throw new Error("The browser ended before it could be used.");
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
