import type { BrowserContextOptions, Page } from "playwright";
import { openPage } from "../../../../tests/support/openPage.js";
import { type Editor, startEditor } from "../../tests/support/editor.js";
import { fixturePath } from "./fixturePath.js";

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
  return { editor, page: await openPage(editor.sessionAddress, options) };
}

/** Opens the page with one of the agents in `fixtures/agent.mjs`. */
export async function openFixture(
  kind: string,
  options?: BrowserContextOptions,
): Promise<OpenedEditor> {
  const editor = await startEditor(["--agent", `node "${fixturePath("agent.mjs")}" ${kind}`]);
  return { editor, page: await openPage(editor.sessionAddress, options) };
}

/** Opens the page with the recording in `fixtures/`. */
export async function openRecording(options?: BrowserContextOptions): Promise<Page> {
  const editor = await startEditor(["--replay", fixturePath("recording.jsonl")]);
  return openPage(editor.address, options);
}
