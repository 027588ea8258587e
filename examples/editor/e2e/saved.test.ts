import { once } from "node:events";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { type Editor, startEditor } from "../tests/support/editor.js";
import { temporaryFolder } from "../../agent/tests/support/programs.js";
import { openPage } from "../../../tests/support/openPage.js";
import { createDemoOpener, openDemo } from "./support/browser.js";
import { fixturePath } from "./support/fixturePath.js";
import { startBrowser } from "./support/killableBrowser.js";
import {
  answerRequest,
  expectQueue,
  getComposer,
  getQueue,
  getRequest,
  sendPrompt,
  waitUntilIdle,
  getPrompts,
} from "./support/panel.js";
import { waitUntilSaved } from "./support/savedTexts.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";
const PROMPT = "Fix the total of the cart";
/** The browser reports that it cannot reach a server that was killed. */
const LOST_SERVER = /WebSocket connection to|ERR_CONNECTION_(REFUSED|RESET)|403 \(Forbidden\)/;

/** Brings a page to a turn with a pending permission, a queued prompt and a draft. */
async function startWork(page: Page, editor: Editor): Promise<void> {
  await sendPrompt(page, PROMPT);
  await getRequest(page, EDIT).waitFor();
  await sendPrompt(page, "/fail");
  await expectQueue(page, "/fail");
  await getComposer(page).fill("Half a thought");
  // The new draft has replaced the text of the prompt, so only the queue contains it.
  await waitUntilSaved(editor, "Half a thought");
  await waitUntilSaved(editor, "/fail");
}

/** Starts a server with a folder for its agent. */
function startServer(cwd: string, version: 1 | 2): Promise<Editor> {
  return startEditor(["--cwd", cwd, "--protocol", String(version)]);
}

/** Starts a server that was killed, with the same port and the same folders. */
function restartServer({ origin, dataDir }: Editor, ...args: string[]): Promise<Editor> {
  return startEditor([...args, "--port", new URL(origin).port], { dataDir });
}

async function killServer(editor: Editor): Promise<void> {
  const ended = once(editor.process, "exit");
  editor.process.kill("SIGKILL");
  await ended;
}

async function createProject(): Promise<string> {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  return cwd;
}

/** Checks a session that was interrupted, and continues it. */
async function continueWork(page: Page): Promise<void> {
  await page.getByText(/^Interrupted after/).waitFor();
  expect(await getPrompts(page).allInnerTexts()).toEqual([expect.stringContaining(PROMPT)]);
  expect(await getRequest(page, EDIT).count()).toBe(0);
  await expect.poll(() => getComposer(page).inputValue()).toBe("Half a thought");
  await expectQueue(page, "/fail");
  await getQueue(page).getByText("Queue paused (1 prompt)").waitFor();
  await getQueue(page).getByRole("button", { name: "Resume queue" }).click();
  await page.getByText("As expected").waitFor();
  await waitUntilIdle(page);
  expect(await getPrompts(page).count()).toBe(2);
  expect(await getQueue(page).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
}

describe.each([1, 2] as const)("a reload during a turn in version %i", (version) => {
  const openDemo = createDemoOpener(version);

  it("keeps the draft and the queue, and sends the queued prompt after the turn", async () => {
    const { page, editor } = await openDemo();
    await startWork(page, editor);
    for (let reloads = 0; reloads < 2; reloads++) {
      await page.reload();
      await expectQueue(page, "/fail");
      await getQueue(page).getByText("Up next").waitFor();
      await expect.poll(() => getComposer(page).inputValue()).toBe("Half a thought");
    }
    await answerRequest(page, EDIT, "Allow");
    await answerRequest(page, CHECKS, "Allow");
    await page.getByText("As expected").waitFor();
    await waitUntilIdle(page);
    expect(await getPrompts(page).count()).toBe(2);
    await expect.poll(() => getComposer(page).inputValue()).toBe("Half a thought");
    await page.reload();
    await page.getByText("As expected").waitFor();
    expect(await getQueue(page).count()).toBe(0);
  });
});

it("keeps a paused queue paused after a reload", async () => {
  const { page, editor } = await openDemo();
  await startWork(page, editor);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/You stopped the agent/).waitFor();
  await page.reload();
  await getQueue(page).getByText("Queue paused (1 prompt)").waitFor();
  expect(await getPrompts(page).count()).toBe(1);
  await getQueue(page).getByRole("button", { name: "Resume queue" }).click();
  await page.getByText("As expected").waitFor();
  await waitUntilIdle(page);
  expect(await getPrompts(page).count()).toBe(2);
});

it("does not bring back a draft that was sent", async () => {
  const { page, editor } = await openDemo();
  await getComposer(page).fill("/fail");
  await waitUntilSaved(editor, "/fail");
  await getComposer(page).press("Enter");
  await page.getByText("As expected").waitFor();
  await page.reload();
  await page.getByText("As expected").waitFor();
  await expect.poll(() => getComposer(page).inputValue()).toBe("");
});

describe.each([1, 2] as const)("a server that is killed during a turn in version %i", (version) => {
  it("continues with the session, the queue and the draft without a reload of the page", async () => {
    const cwd = await createProject();
    const killed = await startServer(cwd, version);
    const page = await openPage(killed.sessionAddress, { expectedMessage: LOST_SERVER });
    await startWork(page, killed);
    await killServer(killed);
    await page.getByText("The connection to the server is lost.").waitFor();
    await restartServer(killed, "--cwd", cwd, "--protocol", String(version));
    await continueWork(page);
  });
});

it("keeps a session readable that the agent cannot open", async () => {
  const cwd = await temporaryFolder();
  const args = ["--agent", `node "${fixturePath("agent.mjs")}" asks`, "--cwd", cwd];
  const killed = await startEditor(args);
  const page = await openPage(killed.sessionAddress, { expectedMessage: LOST_SERVER });
  await sendPrompt(page, "Ask");
  await getRequest(page, "First").waitFor();
  await sendPrompt(page, "Ask again");
  await expectQueue(page, "Ask again");
  await waitUntilSaved(killed, "Ask again");
  await killServer(killed);
  await restartServer(killed, ...args);
  await page.getByText(/Interrupted after/).waitFor();
  await page
    .getByText(/Not answered: the/)
    .first()
    .waitFor();
  expect(await getPrompts(page).count()).toBe(1);
  await getQueue(page).getByRole("button", { name: "Resume queue" }).click();
  await page.getByText("This session is read-only").waitFor();
  await expectQueue(page, "Ask again");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This session is read-only").waitFor();
});

it("continues the running turn after the browser was killed", async () => {
  const cwd = await createProject();
  const editor = await startServer(cwd, 2);
  const profile = await temporaryFolder();
  const killed = await startBrowser(profile, editor.sessionAddress);
  await startWork(killed.page, editor);
  const { hash } = new URL(killed.page.url());
  await killed.kill();
  const { page } = await startBrowser(profile, (await editor.nextAddress) + hash);
  await getRequest(page, EDIT).waitFor();
  await expectQueue(page, "/fail");
  await expect.poll(() => getComposer(page).inputValue()).toBe("Half a thought");
  await answerRequest(page, EDIT, "Allow");
  await answerRequest(page, CHECKS, "Allow");
  await page.getByText("As expected").waitFor();
  await waitUntilIdle(page);
  expect(await getPrompts(page).count()).toBe(2);
});
