import type { BrowserContextOptions, Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import { connectChromium } from "../../../../tests/support/chromium.js";
import { type Editor, startEditor } from "../../tests/support/editor.js";
import { fixturePath } from "./fixturePath.js";

const DEFAULT_OPTIONS: BrowserContextOptions = {
  viewport: { width: 1280, height: 860 },
  reducedMotion: "reduce",
};

/**
 * Opens an address in a new browser context. The test fails on console errors and warnings
 * (including findViolations of the Content-Security-Policy), uncaught errors, and requests to other
 * origins.
 */
export async function openPage(
  address: string,
  options?: BrowserContextOptions,
  /** Messages of the console that the test causes on purpose. */
  expectedMessage?: RegExp,
): Promise<Page> {
  const browser = await connectChromium();
  const context = await browser.newContext({ ...DEFAULT_OPTIONS, ...options });
  const problems: string[] = [];
  const { origin } = new URL(address);
  context.on("console", (message) => {
    const isProblem = ["error", "warning"].includes(message.type());
    if (isProblem && !expectedMessage?.test(message.text())) problems.push(message.text());
  });
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`fetched ${request.url()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  // Shorter than the timeout of the test, because this error names the missing element.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

interface OpenedEditor {
  readonly page: Page;
  readonly editor: Editor;
}

/** Opens the page with the scripted agent, like `npm start`, at the given speed. */
export function openDemo(
  speed?: number,
  options?: BrowserContextOptions,
  env?: Record<string, string>,
): Promise<OpenedEditor> {
  return openWithAgent([], speed, options, env);
}

/** Returns a variant of `openDemo` that offers only one protocol version. */
export function createDemoOpener(version: 1 | 2): typeof openDemo {
  return (speed, options, env) =>
    openWithAgent(["--protocol", String(version)], speed, options, env);
}

async function openWithAgent(
  args: readonly string[],
  speed = 1000,
  options?: BrowserContextOptions,
  env?: Record<string, string>,
): Promise<OpenedEditor> {
  const editor = await startEditor(args, { env: { ACP_DEMO_SPEED: String(speed), ...env } });
  return { editor, page: await openPage(editor.address, options) };
}

/** Opens the page with one of the agents in `fixtures/agent.mjs`. */
export async function openFixture(
  kind: string,
  options?: BrowserContextOptions,
): Promise<OpenedEditor> {
  const editor = await startEditor(["--agent", `node "${fixturePath("agent.mjs")}" ${kind}`]);
  return { editor, page: await openPage(editor.address, options) };
}

/** Opens the page with the recording in `fixtures/`. */
export async function openRecording(options?: BrowserContextOptions): Promise<Page> {
  const editor = await startEditor(["--replay", fixturePath("recording.jsonl")]);
  return openPage(editor.address, options);
}
