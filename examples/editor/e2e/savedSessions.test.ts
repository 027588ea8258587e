import { once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { type AcpState, deserialize } from "@acp-store/core";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { openPage } from "../../../tests/support/openPage.js";
import { startEditor } from "../tests/support/editor.js";
import { openDemo } from "./support/browser.js";
import {
  chooseSessionAction,
  getComposer,
  getSessionRow,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";
import { waitUntilForgotten, waitUntilSaved } from "./support/savedTexts.js";

/** Opens the page with one finished turn, which is saved. */
async function openWithTurn() {
  const { page, editor } = await openDemo();
  await sendPrompt(page, "/fail");
  await page.getByText("As expected").waitFor();
  await waitUntilIdle(page);
  await waitUntilSaved(editor, "As expected");
  return { page, editor };
}

/** Opens the page of a server whose predecessor has saved one finished turn. */
async function reopenWithTurn(): Promise<Page> {
  const { page, editor } = await openWithTurn();
  await page.close();
  const ended = once(editor.process, "exit");
  editor.process.kill("SIGTERM");
  await ended;
  const next = await startEditor([], { dataDir: editor.dataDir });
  return openPage(next.address);
}

async function forget(page: Page, title: string): Promise<void> {
  await chooseSessionAction(page, title, "Forget this session…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
}

it("exports a session as JSON that the store can read", async () => {
  const { page } = await openWithTurn();
  const downloaded = page.waitForEvent("download");
  await chooseSessionAction(page, "/fail", "Export");
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("fail.json");
  const state: AcpState = deserialize(await json(await download.createReadStream()));
  const [session] = state.sessions.values();
  const texts = [...(session?.messages.values() ?? [])].map(({ content }) => content);
  expect(JSON.stringify(texts)).toContain("As expected");
});

it("exports a session that was saved by an earlier server and is not shown", async () => {
  const reopened = await reopenWithTurn();
  const downloaded = reopened.waitForEvent("download");
  await chooseSessionAction(reopened, "/fail", "Export");
  const exported = await json(await (await downloaded).createReadStream());
  expect(JSON.stringify(exported)).toContain("As expected");
});

it("finds a message of a session that was saved by an earlier server, and opens it there", async () => {
  const reopened = await reopenWithTurn();
  await reopened.getByRole("button", { name: "Search in all sessions" }).click();
  await reopened.getByRole("dialog").getByRole("combobox").pressSequentially("EXPECTED as");
  await reopened.getByRole("option", { name: "As expected" }).waitFor();
  await reopened.keyboard.press("Enter");
  await reopened.locator('[aria-current="true"]').getByText("As expected").waitFor();
});

describe("forgetting a session", () => {
  it("asks before it removes what was saved, and closes the session", async () => {
    const { page, editor } = await openWithTurn();
    await getComposer(page).fill("Half a thought");
    await waitUntilSaved(editor, "Half a thought");
    await chooseSessionAction(page, "/fail", "Forget this session…");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("As expected").waitFor();
    await forget(page, "/fail");
    await page.getByRole("heading", { name: "What should an agent do?" }).waitFor();
    await waitUntilForgotten(editor, "As expected");
    await waitUntilForgotten(editor, "Half a thought");
    // The agent has the session still.
    await getSessionRow(page, "/fail").click();
    await page.getByText("As expected").waitFor();
    await expect.poll(() => getComposer(page).inputValue()).toBe("");
  });

  it("also removes a session that is not open", async () => {
    const { page, editor } = await openWithTurn();
    await chooseSessionAction(page, "/fail", "Close");
    await page.getByRole("heading", { name: "What should an agent do?" }).waitFor();
    await forget(page, "/fail");
    await waitUntilForgotten(editor, "As expected");
  });
});

it("says when sessions cannot be saved, and saves them again when it is possible", async () => {
  const { page, editor } = await openWithTurn();
  const folder = join(editor.dataDir, "agents", "scripted");
  const moved = join(editor.dataDir, "moved");
  // A file in place of the folder makes each write fail, also for the user root.
  await rename(folder, moved);
  await writeFile(folder, "");
  await sendPrompt(page, "/repeat one");
  await page.getByRole("status").getByText("Could not save").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await rm(folder);
  await rename(moved, folder);
  await page.getByText("Could not save").waitFor({ state: "detached" });
  await waitUntilSaved(editor, "/repeat one");
});
