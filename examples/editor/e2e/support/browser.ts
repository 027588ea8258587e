import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, expect, onTestFinished } from "vitest";
import { CHROMIUM_ARGS } from "../../../../scripts/chromium.mjs";
import { type Editor, startEditor } from "../../tests/support/editor.js";
import { fixture } from "./fixtures.js";

let running: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  running ??= chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  return running;
}

afterAll(async () => {
  await (await running)?.close();
  running = undefined;
});

const QUIET: BrowserContextOptions = {
  viewport: { width: 1280, height: 860 },
  reducedMotion: "reduce",
};

/**
 * Opens an address as a new visitor. Whatever the page complains of fails the test: errors and
 * warnings in the console (a breach of the Content-Security-Policy is one), uncaught errors, and
 * requests that leave the server.
 */
export async function openPage(address: string, options?: BrowserContextOptions): Promise<Page> {
  const context = await (await browser()).newContext({ ...QUIET, ...options });
  const complaints: string[] = [];
  const { origin } = new URL(address);
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`fetched ${request.url()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

interface Opened {
  readonly page: Page;
  readonly editor: Editor;
}

/** The page with the scripted agent, as `npm start` shows it; at the speed given. */
export function openDemo(speed?: number, options?: BrowserContextOptions): Promise<Opened> {
  return open([], speed, options);
}

/** The same, spoken to in one version of the protocol. */
export function demoIn(version: 1 | 2): typeof openDemo {
  return (speed, options) => open(["--protocol", String(version)], speed, options);
}

async function open(
  args: readonly string[],
  speed = 1000,
  options?: BrowserContextOptions,
): Promise<Opened> {
  const editor = await startEditor(args, { env: { ACP_DEMO_SPEED: String(speed) } });
  return { editor, page: await openPage(editor.address, options) };
}

/** The page with one of the agents in `fixtures/agent.mjs`. */
export async function openFixture(kind: string, options?: BrowserContextOptions): Promise<Opened> {
  const editor = await startEditor(["--agent", `node "${fixture("agent.mjs")}" ${kind}`]);
  return { editor, page: await openPage(editor.address, options) };
}

/** The page with the recording in `fixtures/`. */
export async function openRecording(options?: BrowserContextOptions): Promise<Page> {
  const editor = await startEditor(["--replay", fixture("recording.jsonl")]);
  return openPage(editor.address, options);
}
