import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { openPage, type OpenPageOptions } from "../../../tests/support/openPage.js";
import { addressOf, DEMO_AGENT, inspect, temporaryFolder } from "../tests/support/program.js";
import { runTurn } from "../tests/support/turn.js";

const NARROW = { viewport: { width: 600, height: 860 } };

const recording = (name: string): string =>
  fileURLToPath(new URL(`../../core/tests/fixtures/recordings/${name}.jsonl`, import.meta.url));

/** Opens the page of a trace, and waits until it is shown. */
async function openTrace(file: string, options?: OpenPageOptions): Promise<Page> {
  const { child } = inspect([file]);
  const page = await openPage(await addressOf(child), options);
  await page
    .getByRole("status")
    .getByText(/^\d+ frames\.$/)
    .waitFor();
  return page;
}

/** Writes the lines of a recording up to the first one with a method to a file. */
function cutAt(name: string, method: string): string {
  const lines = readFileSync(recording(name), "utf8").split("\n");
  const end = lines.findIndex((line) => line.includes(`"method":"${method}"`)) + 1;
  const file = join(temporaryFolder(), "cut.jsonl");
  writeFileSync(file, lines.slice(0, end).join("\n"));
  return file;
}

/** Creates a folder with the files that the scripted agent reads, edits and runs. */
function sampleProject(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/cart.js"), "sum += prices[name];\n");
  writeFileSync(join(folder, "src/prices.js"), "export const prices = {};\n");
  writeFileSync(join(folder, "check.js"), 'console.log("5 passed, 0 failed");\n');
  return folder;
}

it("shows the conversation live, with requests that only the editor can answer", async () => {
  const { child, exited } = inspect(["--", ...DEMO_AGENT], { ACP_DEMO_SPEED: "1000" });
  const page = await openPage(await addressOf(child));
  await page.getByText("Nothing has happened yet.").waitFor();
  const request = page.getByRole("group", { name: "Make total() count every item" });
  let editorAnswers = 0;
  await runTurn(child, sampleProject(), {
    prompt: "Fix the total",
    async choose() {
      editorAnswers += 1;
      if (editorAnswers > 1) return "allow-once";
      await request.getByText("Answered in the editor").waitFor();
      await request.getByText("sum += prices[name] * count;").waitFor();
      await page.getByText("Waiting for an answer in the editor").waitFor();
      const options = request.locator(".acp-request-options button");
      expect(await options.allTextContents()).toEqual([
        "Allow",
        "Allow edits in this session",
        "Reject",
      ]);
      expect(await options.and(page.locator(":enabled")).count()).toBe(0);
      await page.keyboard.press("Alt+Digit1");
      expect(await request.count()).toBe(1);
      return "allow-once";
    },
  });
  expect(editorAnswers).toBe(2);
  expect(await exited).toEqual([0, null]);
  await page.getByText("The agent exited with code 0.").waitFor();
  expect(await request.count()).toBe(0);
  const edit = page.getByRole("article", { name: "Make total() count every item" });
  await edit.getByText("Answered: Allow").waitFor();
  await edit.getByText("sum += prices[name] * count;").waitFor();
  const command = page.getByRole("article", { name: "node check.js" });
  await command.getByText("5 passed, 0 failed").waitFor();
  await page.getByRole("button", { name: /^Plan/ }).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
});

it("shows the conversation of a trace, and follows the devtools into the past", async () => {
  const page = await openTrace(recording("claude-basic"));
  const conversation = page.getByRole("region", { name: "Conversation" });
  const last = conversation.getByText("Added CHANGELOG.md with one entry. Anything else?");
  await last.waitFor();
  await conversation.getByText("- Fix typo in greet()").waitFor();
  await page.getByRole("meter", { name: "Context" }).waitFor();
  const note = page.getByText("Earlier state, selected in the devtools");
  expect(await note.count()).toBe(0);

  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("option", { name: /session\/request_permission “Write/ }).click();
  await page.keyboard.press("Enter");
  await note.waitFor();
  await page.getByRole("group", { name: "Write CHANGELOG.md" }).waitFor();
  expect(await last.count()).toBe(0);
  await page
    .getByRole("region", { name: "Conversation" })
    .getByText("Waiting for an answer in the editor")
    .waitFor();

  await page.getByRole("button", { name: "Go to the end" }).first().click();
  await last.waitFor();
  expect(await note.count()).toBe(0);
});

it("shows a trace that is opened in the devtools, follows them in it, and returns to the live session", async () => {
  const { child } = inspect(["--", ...DEMO_AGENT], { ACP_DEMO_SPEED: "1000" });
  const page = await openPage(await addressOf(child));
  await page.getByText("Nothing has happened yet.").waitFor();
  const conversation = page.getByRole("region", { name: "Conversation" });
  const fromTrace = conversation.getByText("Added CHANGELOG.md with one entry. Anything else?");
  const note = page.getByRole("region", { name: "Opened trace" });
  await page.getByLabel("Trace file").setInputFiles(recording("claude-basic"));
  await fromTrace.waitFor();
  await note.getByText("Trace claude-basic.jsonl, opened in the devtools").waitFor();
  await page.getByRole("button", { name: "Step back" }).click();
  await page.getByText("Earlier state, selected in the devtools").waitFor();
  await page.getByRole("button", { name: "Go to the end" }).first().click();
  await fromTrace.waitFor();
  expect(await findViolations(page)).toEqual([]);

  let requestCount = 0;
  await runTurn(child, sampleProject(), {
    prompt: "Fix the total",
    async choose() {
      requestCount += 1;
      if (requestCount > 1) return "allow-once";
      // The session has gone on meanwhile.
      expect(await fromTrace.count()).toBe(1);
      await page.getByRole("button", { name: "Back to the live store" }).click();
      await page.getByRole("group", { name: "Make total() count every item" }).waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await note.count()).toBe(0);
      return "allow-once";
    },
  });
  expect(requestCount).toBe(2);
  const command = page.getByRole("article", { name: "node check.js" });
  await command.getByText("5 passed, 0 failed").waitFor();
});

it("closes an opened trace from the conversation, even on a narrow page", async () => {
  const page = await openTrace(recording("claude-basic"), NARROW);
  const conversation = page.getByRole("tabpanel", { name: "Conversation" });
  await page.getByRole("tab", { name: "Devtools" }).click();
  await page.getByLabel("Trace file").setInputFiles(recording("gemini-basic"));
  await page.getByText("End of the trace").waitFor();
  await page.getByRole("tab", { name: "Conversation" }).click();
  await conversation.getByText("Gemini CLI").waitFor();
  await page.getByRole("button", { name: "Close the trace" }).click();
  await conversation.getByText("Added CHANGELOG.md").waitFor();
  await page.getByRole("tab", { name: "Devtools" }).click();
  await page.getByText("End of the log").waitFor();
});

it("shows that the agent requires a sign-in, without its methods", async () => {
  const page = await openTrace(cutAt("gemini-basic", "authenticate"));
  const notice = page.getByText("Gemini CLI requires a sign-in");
  await notice.waitFor();
  await page.getByText("Sign in through the editor, or with the agent's own program.").waitFor();
  expect(await page.getByRole("button", { name: /API key|Google/ }).count()).toBe(0);
});

it("shows the newest session, and the user can choose another one", async () => {
  const page = await openTrace(recording("gemini-twosessions"));
  await page.getByText("Session answer part 2.").waitFor();
  const sessions = page.getByRole("combobox", { name: "Session" });
  await sessions.selectOption({ index: 0 });
  await page.getByText("Session answer part 1.").waitFor();
  expect(await page.getByText("Session answer part 2.").count()).toBe(0);
});

it.each(["light", "dark"] as const)(
  "has no accessibility violations, %s, side by side and as tabs",
  async (colorScheme) => {
    const page = await openTrace(cutAt("claude-basic", "session/request_permission"), {
      colorScheme,
    });
    await page.getByRole("group", { name: "Edit src/greet.js" }).waitFor();
    await page.getByRole("region", { name: "ACP devtools" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Step back" }).click();
    await page.getByText("Earlier state, selected in the devtools").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize(NARROW.viewport);
    await page.getByRole("tabpanel", { name: "Devtools" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Conversation" }).click();
    await page.getByText("Earlier state, selected in the devtools").waitFor();
    expect(await findViolations(page)).toEqual([]);
  },
);

it("shows tabs on a narrow page, and remembers the selected one", async () => {
  const page = await openTrace(recording("claude-basic"), NARROW);
  const conversation = page.getByRole("tabpanel", { name: "Conversation" });
  const devtools = page.getByRole("tabpanel", { name: "Devtools" });
  // The verdict is visible without a click.
  await devtools.getByRole("region", { name: "Verdict" }).waitFor();
  expect(await conversation.count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(600);
  await page.getByRole("tab", { name: "Devtools" }).focus();
  await page.keyboard.press("ArrowLeft");
  await conversation.getByText("Added CHANGELOG.md").waitFor();
  expect(await devtools.count()).toBe(0);
  await page.reload();
  await conversation.getByText("Added CHANGELOG.md").waitFor();
  expect(await page.getByRole("tab", { name: "Conversation" }).getAttribute("aria-selected")).toBe(
    "true",
  );
});

it("keeps the state of the devtools when the page becomes narrow", async () => {
  const page = await openTrace(recording("claude-basic"));
  await page.getByRole("tab", { name: "Traffic" }).click();
  await page.setViewportSize(NARROW.viewport);
  await page.getByRole("tab", { name: "Devtools" }).click();
  expect(await page.getByRole("tab", { name: "Traffic" }).getAttribute("aria-selected")).toBe(
    "true",
  );
});

it("resizes the conversation with the keyboard, and remembers its width", async () => {
  const page = await openTrace(recording("claude-basic"));
  const conversation = page.getByRole("region", { name: "Conversation" });
  await conversation.waitFor();
  const getWidth = async () => Math.round((await conversation.boundingBox())?.width ?? 0);
  const before = await getWidth();
  await page.getByRole("separator", { name: "Resize the conversation" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(getWidth).toBeLessThan(before);
  const after = await getWidth();
  await page.reload();
  await conversation.waitFor();
  await expect.poll(getWidth).toBe(after);
});
