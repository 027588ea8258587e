import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright";
import { fileURLToPath } from "node:url";
import { rootFolder } from "../folders.js";
import { launchChromium } from "./chromium.js";

const editorFolder = join(rootFolder, "examples/editor");
/** The agent of the benchmark. It streams at a constant rate. */
export const STREAM_AGENT: string = fileURLToPath(new URL("../pixels/agent.js", import.meta.url));
const SIZE = { width: 1280, height: 860 };

/** The page of the editor example with a running agent. */
export interface EditorPage {
  readonly browser: Browser;
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Sends a prompt. */
  sendPrompt(text: string): Promise<void>;
  close(): Promise<void>;
}

/** The server of the editor example, and a browser. */
export interface RunningEditor {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** The address to open first. It signs the browser in. */
  readonly address: string;
  close(): Promise<void>;
}

/** Builds the editor example like its start script: the server and the agent, then the page. */
export function buildEditor(): void {
  const run = (script: string, ...args: string[]): void => {
    execFileSync(process.execPath, [join(rootFolder, script), ...args], {
      cwd: editorFolder,
      env: { ...process.env, NODE_ENV: "production" },
      // The output of this process is the report.
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  const vite = "node_modules/vite/bin/vite.js";
  run(vite, "build", "--config", "vite.programs.config.ts", "--logLevel", "warn");
  run(vite, "build", "--logLevel", "warn");
}

/**
 * Opens the built editor example in Chromium, with an agent that the example's server starts.
 *
 * @throws Error if Chromium is not installed.
 */
export async function openEditor(agent: string): Promise<EditorPage> {
  const { browser, context, address, close } = await startEditor(agent);
  const page = await context.newPage();
  await page.goto(address);
  const composer = page.getByRole("textbox", { name: "Message" });
  return {
    browser,
    page,
    devtools: await context.newCDPSession(page),
    async sendPrompt(text) {
      await composer.fill(text);
      await composer.press("Enter");
    },
    close,
  };
}

/**
 * Starts the server of the built editor example, and Chromium.
 *
 * @throws Error if Chromium is not installed.
 */
export async function startEditor(agent: string): Promise<RunningEditor> {
  const browser = await launchChromium();
  if (browser === undefined) throw new Error("Chromium is not installed.");
  const server = spawn(
    process.execPath,
    [join(editorFolder, "dist/server/main.js"), "--port", "0", "--agent", `node "${agent}"`],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  return {
    browser,
    context: await browser.newContext({ viewport: SIZE }),
    address: await readAddress(server),
    close: () => close(browser, server),
  };
}

async function readAddress(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("The server of the example has no output.");
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /^ {2}Open (http\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("The server of the example has ended without an address.");
}

async function close(browser: Browser, server: ChildProcess): Promise<void> {
  await browser.close();
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}
