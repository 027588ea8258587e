import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, expect, onTestFailed, onTestFinished } from "vitest";
import {
  createPage,
  DEFAULT_VIEWPORT,
  type WatchedPage,
} from "../../../../tests/support/openPage.js";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { spawnServer, waitForAddress } from "../../tests/support/editor.js";
import { endProcess } from "../../../agent/tests/support/programs.js";
import { fixturePath } from "./fixturePath.js";
import { getComposer } from "./panel.js";

/** The colors and the size of the page in which a session is shown. */
interface Look {
  readonly colorScheme?: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Opens a new session in the page of the suite, with the given look. */
type OpenSession = (look?: Look) => Promise<Page>;

interface SharedDemoOptions extends Look {
  /** The only protocol version to offer. */
  readonly version?: 1 | 2;
  readonly speed?: number;
}

/** Returns a function that opens a new session of the scripted agent in the page of the suite. */
export function shareDemo({ version, speed = 1000, ...look }: SharedDemoOptions = {}): OpenSession {
  const args = version === undefined ? [] : ["--protocol", String(version)];
  return sharePage(args, { ACP_DEMO_SPEED: String(speed) }, look);
}

/** The same as `shareDemo`, with one of the agents in `fixtures/agent.mjs`. */
export function shareFixture(kind: string): OpenSession {
  return sharePage(["--agent", `node "${fixturePath("agent.mjs")}" ${kind}`], {}, {});
}

/**
 * Shares one page among the tests of a suite, because opening it takes about one second of CPU
 * time. Each test that calls the returned function gets a new session and an unchanged project. The
 * sessions of the tests before it are in the list of sessions, and may have a pending request. A
 * failed test closes the page, and the next one opens it again.
 */
function sharePage(
  args: readonly string[],
  env: Record<string, string>,
  defaultLook: Look,
): OpenSession {
  let shared: Promise<SharedPage> | undefined;
  let cleanups: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    const current = cleanups;
    shared = undefined;
    cleanups = [];
    for (const cleanup of current.toReversed()) await cleanup();
  };

  async function open(): Promise<SharedPage> {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), "acp-editor-test-")));
    cleanups.push(() => rm(cwd, { recursive: true, force: true, maxRetries: 3 }));
    await writeSampleProject(cwd);
    const server = spawnServer([...args, "--cwd", cwd], { env });
    cleanups.push(() => endProcess(server));
    const { sessionAddress: address } = await waitForAddress(server);
    const { page, takeProblems } = await createPage(address);
    cleanups.push(() => page.context().close());
    await page.goto(address);
    await getComposer(page).waitFor();
    return { page, takeProblems, cwd };
  }

  afterAll(async () => {
    const current = await shared;
    await close();
    expect(current?.takeProblems() ?? []).toEqual([]);
  });
  return async (look) => {
    onTestFailed(close);
    const isOpen = shared !== undefined;
    shared ??= open();
    const { page, takeProblems, cwd } = await shared;
    onTestFinished(() => expect(takeProblems()).toEqual([]));
    if (isOpen) {
      await writeSampleProject(cwd);
      await openNewSession(page);
    }
    const { colorScheme = "light", viewport = DEFAULT_VIEWPORT } = { ...defaultLook, ...look };
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    return page;
  };
}

interface SharedPage extends WatchedPage {
  readonly cwd: string;
}

async function openNewSession(page: Page): Promise<void> {
  // On a narrow page, the button is in a drawer.
  await page.setViewportSize(DEFAULT_VIEWPORT);
  await page.mouse.move(0, 0);
  // The composer of another session is another element, even if both sessions are empty.
  const previous = await getComposer(page).elementHandle();
  await page.getByRole("button", { name: "New session", exact: true }).first().click();
  await previous?.waitForElementState("hidden");
  await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
}
