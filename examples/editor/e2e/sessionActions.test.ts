import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { startEditor } from "../tests/support/editor.js";
import { temporaryFolder } from "../../agent/tests/support/programs.js";
import { openPage } from "../../../tests/support/openPage.js";
import { createDemoOpener, openFixture } from "./support/browser.js";
import {
  chooseSessionAction,
  getComposer,
  getRequest,
  getSessionRow,
  getStatus,
  getToolCallCard,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";

const COUNT = "node counter.js 600";
/** A program that ends when the file `go` exists. */
const WAIT_FOR_FILE = `
import { existsSync } from "node:fs";
setInterval(() => existsSync("go") && process.exit(), 20);
`;

const startSession = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "New session", exact: true }).first().click();
  await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
};
/** Shows or hides the archived sessions. */
async function toggleArchived(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions for Scripted agent" }).press("Enter");
  await page.getByRole("menuitem", { name: /^(Show|Hide) archived$/ }).press("Enter");
}

describe.each([1, 2] as const)("the menu of a session in version %i", (version) => {
  const openDemo = createDemoOpener(version);
  const openWithSession = async (): Promise<Page> => {
    const { page } = await openDemo();
    await sendPrompt(page, "/fail");
    await page.getByText(/Worked for/).waitFor();
    await waitUntilIdle(page);
    return page;
  };

  it("renames a session with F2 and Enter, and keeps the title with Escape", async () => {
    const page = await openWithSession();
    await getSessionRow(page, "/fail").press("F2");
    const field = page.getByRole("textbox", { name: "Title of /fail" });
    await field.fill("Wrong");
    await field.press("Escape");
    await getSessionRow(page, "/fail").press("F2");
    await field.fill("Discounts");
    await field.press("Enter");
    const renamed = getSessionRow(page, "Discounts");
    await renamed.waitFor();
    await expect.poll(() => renamed.evaluate((row) => row === document.activeElement)).toBe(true);
    expect(await getSessionRow(page, "Wrong").count()).toBe(0);
    await sendPrompt(page, "/fail");
    await waitUntilIdle(page);
    await renamed.waitFor();
  });

  it("shows the reason why a title was refused", async () => {
    const page = await openWithSession();
    await chooseSessionAction(page, "/fail", "Rename");
    const field = page.getByRole("textbox", { name: "Title of /fail" });
    await field.fill("x".repeat(300));
    await field.press("Enter");
    await page.getByRole("alert").getByText("A title has 1 to 200 characters.").waitFor();
    expect(await field.isEditable()).toBe(true);
  });

  it("forks a session with its conversation and shows the original", async () => {
    const page = await openWithSession();
    await chooseSessionAction(page, "/fail", "Fork");
    const fork = getSessionRow(page, "/fail \\(fork\\)");
    await fork.getByText("Fork of /fail").waitFor();
    await page.getByText("As expected").waitFor();
    await expect.poll(() => fork.getAttribute("aria-current")).toBe("true");
    await sendPrompt(page, "/fail");
    await page.getByText(/Worked for/).waitFor();
    await waitUntilIdle(page);
    expect(await page.getByRole("article", { name: "You" }).count()).toBe(2);
    await chooseSessionAction(page, "/fail (fork)", "Go to original");
    await expect.poll(() => page.getByRole("article", { name: "You" }).count()).toBe(1);
  });

  it("archives a session, shows it on request, and restores it", async () => {
    const page = await openWithSession();
    await chooseSessionAction(page, "/fail", "Archive");
    await getSessionRow(page, "/fail").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "What should an agent do?" }).waitFor();
    await toggleArchived(page);
    await getSessionRow(page, "/fail.*, archived").waitFor();
    await chooseSessionAction(page, "/fail", "Unarchive");
    await toggleArchived(page);
    await getSessionRow(page, "/fail").click();
    await page.getByText("As expected").waitFor();
  });

  it("restores an archived session that is opened", async () => {
    const page = await openWithSession();
    await chooseSessionAction(page, "/fail", "Archive");
    await toggleArchived(page);
    await getSessionRow(page, "/fail").click();
    await page.getByText("As expected").waitFor();
    await toggleArchived(page);
    await getSessionRow(page, "/fail").waitFor();
  });

  it("deletes a session after a confirmation", async () => {
    const page = await openWithSession();
    await chooseSessionAction(page, "/fail", "Delete…");
    const dialog = page.getByRole("alertdialog", { name: "Delete this session?" });
    await dialog.getByText("/fail").waitFor();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await getSessionRow(page, "/fail").waitFor();
    await chooseSessionAction(page, "/fail", "Delete…");
    await dialog.getByRole("button", { name: "Delete" }).press("Enter");
    await getSessionRow(page, "/fail").waitFor({ state: "detached" });
  });

  it("marks a session with news as unread until it is shown", async () => {
    const cwd = await temporaryFolder();
    await writeSampleProject(cwd);
    await writeFile(join(cwd, "check.js"), WAIT_FOR_FILE);
    const { sessionAddress: address } = await startEditor([
      "--cwd",
      cwd,
      "--protocol",
      String(version),
    ]);
    const page = await openPage(address);
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption("auto");
    await sendPrompt(page, "Fix the total");
    await getStatus(getToolCallCard(page, "node check.js"), "running").waitFor();
    await startSession(page);
    await writeFile(join(cwd, "go"), "");
    await getSessionRow(page, "Fix the total.*, unread").click();
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    await startSession(page);
    await getSessionRow(page, "Fix the total").waitFor();
    expect(await getSessionRow(page, "Fix the total.*, unread").count()).toBe(0);
    // A turn that ends in view leaves the session read.
    await sendPrompt(page, "/fail");
    await page.getByText(/Worked for/).waitFor();
    await startSession(page);
    await getSessionRow(page, "/fail").waitFor();
    expect(await getSessionRow(page, "/fail.*, unread").count()).toBe(0);
  });

  it("does not stop the turn when Escape closes a menu, a dialog, the search or a rename", async () => {
    const { page } = await openDemo();
    await sendPrompt(page, "/long 600");
    await getRequest(page, COUNT).waitFor();
    await page.getByRole("button", { name: "More actions for /long 600" }).press("Enter");
    await page.getByRole("menuitem", { name: "Rename" }).press("Escape");
    await page.getByRole("menu").waitFor({ state: "hidden" });
    await chooseSessionAction(page, "/long 600", "Delete…");
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await getSessionRow(page, "/long 600").press("F2");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").fill("nothing");
    await page.getByText("No session has").waitFor();
    await page.getByRole("searchbox").press("Escape");
    await getSessionRow(page, "/long 600").waitFor();
    await getRequest(page, COUNT).waitFor();
  });
});

describe("the session list", () => {
  it("explains that the agent cannot open a closed session", async () => {
    const { page } = await openFixture("forgets");
    await sendPrompt(page, "Remember this");
    await page.getByText(/Worked for/).waitFor();
    await chooseSessionAction(page, "Remember this", "Close");
    await page.getByRole("heading", { name: "What should an agent do?" }).waitFor();
    await getSessionRow(page, "Remember this").click();
    const notice = page.getByRole("alert").filter({ hasText: "could not be opened" });
    await notice.getByText(/The session is gone/).waitFor();
    await notice.getByRole("button", { name: "Try again" }).waitFor();
    await getSessionRow(page, "Remember this").waitFor();
  });

  it("finds sessions by their shown titles and explains an empty result", async () => {
    const { page } = await createDemoOpener(2)();
    for (const prompt of ["/fail", "/form"]) {
      await sendPrompt(page, prompt);
      await getSessionRow(page, prompt).waitFor();
      await startSession(page);
    }
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("FORM");
    await getSessionRow(page, "/fail").waitFor({ state: "detached" });
    expect(await getSessionRow(page, "/form").count()).toBe(1);
    await page.getByRole("searchbox").fill("acp-editor");
    await page.getByText("No session has").waitFor();
    await page.getByRole("button", { name: "Clear search" }).first().click();
    await getSessionRow(page, "/fail").waitFor();
  });

  it("loads the sessions page by page", async () => {
    const cwd = await temporaryFolder();
    const folder = join(cwd, ".acp-demo-agent");
    await mkdir(folder);
    for (let index = 10; index < 35; index += 1) {
      const updatedAt = `2026-01-01T10:${index}:00Z`;
      const event = { type: "title", title: `Task ${index}`, updatedAt };
      await writeFile(join(folder, `task-${index}.jsonl`), `${JSON.stringify(event)}\n`);
    }
    const { sessionAddress: address } = await startEditor(["--cwd", cwd]);
    const page = await openPage(address);
    await getSessionRow(page, "Task 34").waitFor();
    const tasks = getSessionRow(page, "Task");
    await page.getByRole("button", { name: /^Show all / }).click();
    await expect.poll(() => tasks.count()).toBe(20);
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await expect.poll(() => tasks.count()).toBe(25);
    await page.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
  });

  it("works with the keyboard alone", async () => {
    const { page } = await createDemoOpener(2)();
    await sendPrompt(page, "/fail");
    await waitUntilIdle(page);
    await startSession(page);
    await getComposer(page).focus();
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    for (let step = 0; step < 40 && (await focused()) !== "Search sessions"; step += 1)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    for (let step = 0; step < 5 && (await focused()) !== "More actions for /fail"; step += 1)
      await page.keyboard.press("Tab");
    expect(await focused()).toBe("More actions for /fail");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await getSessionRow(page, "/fail \\(fork\\)").waitFor();
    await page.getByText("As expected").waitFor();
  });

  it("offers only the actions that the agent supports", async () => {
    const { page } = await openFixture("fails");
    await getSessionRow(page, "New session").waitFor();
    await page.getByRole("button", { name: "More actions for New session" }).click();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "Copy as Markdown",
      "Download as Markdown",
      "Export",
      "Close",
      "Forget this session…",
    ]);
    expect(await page.getByRole("switch").count()).toBe(0);
  });
});
