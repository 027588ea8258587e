import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright";
import { rootFolder } from "../folders.js";
import { launchChromium } from "./chromium.js";

const editorFolder = join(rootFolder, "examples/editor");
/** The agent of the benchmark. It streams at a constant rate. */
const STREAM_AGENT = fileURLToPath(new URL("../pixels/agent.js", import.meta.url));
const SIZE = { width: 1280, height: 860 };

/** The delays of a page while it was measured. All times are in milliseconds. */
export interface MeterResult {
  /** The times between two frames. */
  readonly frames: readonly number[];
  /** The times from each key press until the page received it. */
  readonly inputDelays: readonly number[];
  /** The time from the last update that the agent sent until its paint. */
  readonly lag: number;
}

/** The functions that `page/meter.ts` adds to a page as `pageMeter`. */
export interface PageMeter {
  /** Starts measuring. */
  start(): void;
  /** Stops measuring when the end of the turn is painted. */
  stopAtEnd(): Promise<MeterResult>;
  /** Opens the changed files. Resolves with the time until they are painted. */
  openChangedFiles(): Promise<number>;
}

/** The page of the editor example with a running agent. */
export interface EditorPage {
  readonly browser: Browser;
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Sends a prompt and measures the page until the end of the turn is painted. */
  runTurn(prompt: string): Promise<MeterResult>;
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
  run(vite, "build", "--config", "vite.phone.config.ts", "--logLevel", "warn");
}

/** Opens the built editor example in Chromium, with the agent and the script of the meter. */
export async function openEditor(meter: string): Promise<EditorPage> {
  const browser = await launchChromium();
  const data = mkdtempSync(join(tmpdir(), "acp-bench-editor-"));
  // The changes in it are reviewed.
  const project = mkdtempSync(join(tmpdir(), "acp-bench-project-"));
  const server = spawn(
    process.execPath,
    [
      join(editorFolder, "dist/server/main.js"),
      ...["--port", "0", "--data", data, "--cwd", project, "--agent", `node "${STREAM_AGENT}"`],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  await page.goto(await readAddress(server));
  await page.evaluate(meter);
  const composer = page.getByRole("textbox", { name: "Message" });
  return {
    browser,
    page,
    devtools: await context.newCDPSession(page),
    async runTurn(prompt) {
      await page.evaluate("pageMeter.start()");
      await composer.fill(prompt);
      await composer.press("Enter");
      const result = await page.evaluate<MeterResult>("pageMeter.stopAtEnd()");
      await page.getByRole("button", { name: "Send" }).waitFor();
      return result;
    },
    async close() {
      await browser.close();
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      for (const folder of [data, project]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with the address to open first. It signs the browser in. */
async function readAddress(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("The server of the example has no output.");
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /^ {2}Open (http\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("The server of the example has ended without an address.");
}
