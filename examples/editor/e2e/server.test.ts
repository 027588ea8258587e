import { once } from "node:events";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { type Editor, startEditor } from "../tests/support/editor.js";
import { temporaryFolder } from "../../agent/tests/support/programs.js";
import { openPage } from "../../../tests/support/openPage.js";
import { getComposer } from "./support/panel.js";

/** The browser reports every failed request. */
const CONNECTION_ERRORS = /WebSocket connection to .* failed|Failed to load resource/;

async function openAndKillServer(
  cwd?: string,
): Promise<{ page: Page; editor: Editor; port: string }> {
  // A killed server cannot remove the sample project that it creates.
  const editor = await startEditor(["--cwd", cwd ?? (await temporaryFolder())]);
  const page = await openPage(editor.sessionAddress, { expectedMessage: CONNECTION_ERRORS });
  await getComposer(page).waitFor();
  const ended = once(editor.process, "exit");
  editor.process.kill("SIGKILL");
  await ended;
  return { page, editor, port: new URL(editor.origin).port };
}

it("names the server, not the agent, when the server is gone", async () => {
  const { page } = await openAndKillServer();
  const notice = page.getByRole("status").filter({ hasText: "The server has stopped" });
  await notice.getByText("Start it again in the terminal").first().waitFor();
  await notice.getByText(/Trying again/).waitFor();
  expect(await page.getByText(/agent has stopped/i).count()).toBe(0);
});

it("tells that a restarted server has a new address, until a tab is opened with it", async () => {
  const cwd = await temporaryFolder();
  const { page, port } = await openAndKillServer(cwd);
  const restarted = await startEditor(["--port", port, "--cwd", cwd]);
  const notice = page.getByRole("alert").filter({ hasText: "has a new address" });
  await notice.getByText("Open the address that it printed last in the terminal.").waitFor();
  // The cookie of a browser is valid in all of its tabs.
  const other = await page.context().newPage();
  await other.goto(restarted.address);
  await getComposer(other).waitFor();
  await notice.waitFor({ state: "detached" });
  await getComposer(page).waitFor();
  expect(await getComposer(page).isEnabled()).toBe(true);
});
