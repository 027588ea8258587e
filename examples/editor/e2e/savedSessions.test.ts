import { json } from "node:stream/consumers";
import { type AcpState, deserialize } from "@acp-store/core";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { startEditor } from "../tests/support/editor.js";
import { openPage } from "../../../tests/support/openPage.js";
import { openDemo } from "./support/browser.js";
import {
  chooseSessionAction,
  getComposer,
  getSessionRow,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";
import { takeOverSessions, waitUntilForgotten, waitUntilSaved } from "./support/savedTexts.js";

const getSaveStatus = (page: Page) =>
  page.getByRole("status").filter({ hasText: /^(Not s|S)aved$/ });

/** Opens the page with one finished turn, which is saved. */
async function openWithTurn(): Promise<Page> {
  const { page } = await openDemo();
  await sendPrompt(page, "/fail");
  await page.getByText("As expected").waitFor();
  await waitUntilIdle(page);
  await waitUntilSaved(page, "As expected");
  return page;
}

async function forget(page: Page, title: string): Promise<void> {
  await chooseSessionAction(page, title, "Forget this session…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
}

it("shows that the session is saved", async () => {
  const page = await openWithTurn();
  expect(await getSaveStatus(page).innerText()).toBe("Saved");
  expect(await getSaveStatus(page).getAttribute("title")).toMatch(/^Saved in this browser at /);
  expect(await findViolations(page)).toEqual([]);
});

it("exports a session as JSON that the store can read", async () => {
  const page = await openWithTurn();
  const downloaded = page.waitForEvent("download");
  await chooseSessionAction(page, "/fail", "Export");
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("fail.json");
  const state: AcpState = deserialize(await json(await download.createReadStream()));
  const [session] = state.sessions.values();
  const texts = [...(session?.messages.values() ?? [])].map(({ content }) => content);
  expect(JSON.stringify(texts)).toContain("As expected");
});

describe("forgetting a session", () => {
  it("asks before it removes what was saved, and closes the session", async () => {
    const page = await openWithTurn();
    await getComposer(page).fill("Half a thought");
    await waitUntilSaved(page, "Half a thought");
    await chooseSessionAction(page, "/fail", "Forget this session…");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("As expected").waitFor();
    await forget(page, "/fail");
    await page.getByRole("heading", { name: "No session is open" }).waitFor();
    await waitUntilForgotten(page, "As expected");
    await waitUntilForgotten(page, "Half a thought");
    // The agent has the session still.
    await getSessionRow(page, "/fail").click();
    await page.getByText("As expected").waitFor();
    await expect.poll(() => getComposer(page).inputValue()).toBe("");
  });

  it("also removes a session that is not open", async () => {
    const page = await openWithTurn();
    await chooseSessionAction(page, "/fail", "Close");
    await page.getByRole("heading", { name: "No session is open" }).waitFor();
    await forget(page, "/fail");
    await waitUntilForgotten(page, "As expected");
  });
});

it("says when the storage is full, and saves again when a session is forgotten", async () => {
  const editor = await startEditor();
  const page = await openPage(`${editor.origin}/nothing`, {
    expectedMessage: /403 \(Forbidden\)/,
  });
  const protocol = await page.context().newCDPSession(page);
  const setQuota = (quotaSize: number) =>
    protocol.send("Storage.overrideQuotaForOrigin", { origin: editor.origin, quotaSize });
  // Before the first use of the database, because Chromium asks for the remaining space rarely.
  await setQuota(900_000);
  await page.goto(editor.address);
  await sendPrompt(page, "/fail");
  await waitUntilSaved(page, "As expected");
  await page.getByRole("button", { name: "New session", exact: true }).click();
  await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
  await sendPrompt(page, `Much ${"text ".repeat(300_000)}`);
  await page.getByText("Could not save: storage is full").waitFor();
  expect(await getSaveStatus(page).innerText()).toBe("Not saved");
  expect(await findViolations(page)).toEqual([]);
  await setQuota(100_000_000);
  await forget(page, "/fail");
  await page.getByText("Could not save: storage is full").waitFor({ state: "detached" });
  await waitUntilSaved(page, "text text text");
});

it("says when another tab has taken over the session", async () => {
  const page = await openWithTurn();
  await takeOverSessions(page);
  await sendPrompt(page, "/repeat one");
  await page.getByText("Not saved: this session is open in another tab").waitFor();
});

describe("a new tab", () => {
  it("shows the session that was used last", async () => {
    const page = await openWithTurn();
    const { context, url } = { context: page.context(), url: page.url() };
    await page.close();
    const other = await context.newPage();
    await other.goto(url);
    await other.getByText("As expected").waitFor();
    await waitUntilIdle(other);
    expect(await other.getByRole("article", { name: "You" }).count()).toBe(1);
  });
});
