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
async function startWork(page: Page): Promise<void> {
  await sendPrompt(page, PROMPT);
  await getRequest(page, EDIT).waitFor();
  await sendPrompt(page, "/fail");
  await expectQueue(page, "/fail");
  await getComposer(page).fill("Half a thought");
  // The new draft has replaced the text of the prompt, so only the queue contains it.
  await waitUntilSaved(page, "Half a thought");
  await waitUntilSaved(page, "/fail");
}

/** Starts a server in a folder. A restarted one has the same port, and so the same storage. */
function startServer(cwd: string, version: 1 | 2, port = "0"): Promise<Editor> {
  const args = ["--cwd", cwd, "--protocol", String(version), "--port", port];
  return startEditor(args, { env: { ACP_DEMO_SPEED: "1000" } });
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
    const { page } = await openDemo();
    await startWork(page);
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
  const { page } = await openDemo();
  await startWork(page);
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
  const { page } = await openDemo();
  await getComposer(page).fill("/fail");
  await waitUntilSaved(page, "/fail");
  await getComposer(page).press("Enter");
  await page.getByText("As expected").waitFor();
  await page.reload();
  await page.getByText("As expected").waitFor();
  await expect.poll(() => getComposer(page).inputValue()).toBe("");
});

describe.each([1, 2] as const)("a server that is killed during a turn in version %i", (version) => {
  it("leaves the session, the queue and the draft to the page of the next one", async () => {
    const cwd = await createProject();
    const killed = await startServer(cwd, version);
    const page = await openPage(killed.address, { expectedMessage: LOST_SERVER });
    await startWork(page);
    await killServer(killed);
    await page.getByText("The server has stopped").first().waitFor();
    const { port } = new URL(killed.origin);
    const next = await startServer(cwd, version, port);
    await page.goto(next.address);
    await continueWork(page);
  });
});

it("keeps a session readable that the agent cannot open", async () => {
  const cwd = await temporaryFolder();
  const args = ["--agent", `node "${fixturePath("agent.mjs")}" asks`, "--cwd", cwd, "--port"];
  const killed = await startEditor([...args, "0"]);
  const page = await openPage(killed.address, { expectedMessage: LOST_SERVER });
  await sendPrompt(page, "Ask");
  await getRequest(page, "First").waitFor();
  await sendPrompt(page, "Ask again");
  await expectQueue(page, "Ask again");
  await waitUntilSaved(page, "Ask again");
  await killServer(killed);
  const next = await startEditor([...args, new URL(killed.origin).port]);
  await page.goto(next.address);
  await page.getByText("This session is read-only").waitFor();
  await page.getByText(/Interrupted after/).waitFor();
  await page
    .getByText(/Not answered: the/)
    .first()
    .waitFor();
  expect(await getPrompts(page).count()).toBe(1);
  await expectQueue(page, "Ask again");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This session is read-only").waitFor();
});

it("continues the running turn after the browser was killed", async () => {
  const cwd = await createProject();
  const editor = await startServer(cwd, 2);
  const profile = await temporaryFolder();
  const killed = await startBrowser(profile, editor.address);
  await startWork(killed.page);
  await killed.kill();
  const { page } = await startBrowser(profile, await editor.nextAddress);
  await getRequest(page, EDIT).waitFor();
  await expectQueue(page, "/fail");
  await expect.poll(() => getComposer(page).inputValue()).toBe("Half a thought");
  await answerRequest(page, EDIT, "Allow");
  await answerRequest(page, CHECKS, "Allow");
  await page.getByText("As expected").waitFor();
  await waitUntilIdle(page);
  expect(await getPrompts(page).count()).toBe(2);
});

describe.each([1, 2] as const)(
  "a browser that is killed with its server, version %i",
  (version) => {
    it("finds the session, the queue and the draft when it is started again", async () => {
      const cwd = await createProject();
      const editor = await startServer(cwd, version);
      const profile = await temporaryFolder();
      const killed = await startBrowser(profile, editor.address);
      await startWork(killed.page);
      await killed.kill();
      await killServer(editor);
      const next = await startServer(cwd, version, new URL(editor.origin).port);
      const { page } = await startBrowser(profile, next.address);
      await continueWork(page);
    });
  },
);
