import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createDemoOpener, openFixture } from "./support/browser.js";
import { openKillableAgent } from "./support/killableAgent.js";
import {
  answerRequest,
  getComposer,
  getRequest,
  getStatus,
  getToolCallCard,
  sendPrompt,
  waitUntilIdle,
  getAnswers,
} from "./support/panel.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";
const PROMPT = "Fix the total of the cart";
const INTERRUPTED = /^Interrupted after/;

/** Words that the agent repeats, two at a time. */
const WORDS = Array.from({ length: 200 }, (_, index) => `w${index + 1}`);

/** Leaves the page, runs an action, and returns to the page in the same tab. */
async function leaveDuring(page: Page, action: () => Promise<void>): Promise<void> {
  await page.goto("about:blank");
  await action();
  await page.goBack();
}

describe.each([1, 2] as const)("a page that is reloaded during a turn in version %i", (version) => {
  const openDemo = createDemoOpener(version);

  it("shows the text that the agent continues, once, even after a second reload", async () => {
    const { page } = await openDemo(0.5);
    await sendPrompt(page, `/repeat ${WORDS.join(" ")}`);
    for (const word of ["w20 ", "w70 "]) {
      await getAnswers(page).getByText(word).waitFor();
      await page.reload();
      await getAnswers(page).getByText(word).waitFor();
      await page.getByRole("button", { name: "Stop" }).waitFor();
    }
    await waitUntilIdle(page);
    const text = await getAnswers(page).innerText();
    expect(text.match(/w\d+/g)).toEqual(WORDS);
    expect(text).toMatch(/Available commands/);
    expect(await page.getByText(INTERRUPTED).count()).toBe(0);
    expect(await page.getByRole("article", { name: "You" }).count()).toBe(1);
  });

  it("can answer a pending permission, and continue with the next turn", async () => {
    const { page } = await openDemo();
    await sendPrompt(page, PROMPT);
    await getRequest(page, EDIT).waitFor();
    await page.reload();
    await getStatus(getToolCallCard(page, EDIT), "awaiting_permission").waitFor();
    await page.reload();
    await answerRequest(page, EDIT, "Allow");
    await getStatus(getToolCallCard(page, EDIT), "completed").waitFor();
    await answerRequest(page, CHECKS, "Allow");
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    await waitUntilIdle(page);
    await sendPrompt(page, "/fail");
    await page.getByText("As expected").waitFor();
    await waitUntilIdle(page);
    await page.reload();
    await page.getByText("As expected").waitFor();
    expect(await page.getByRole("article", { name: "You" }).count()).toBe(2);
  });

  it("can stop the turn", async () => {
    const { page } = await openDemo();
    await sendPrompt(page, PROMPT);
    await getRequest(page, EDIT).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Not answered: the turn was stopped").waitFor();
    await waitUntilIdle(page);
    expect(await getRequest(page, EDIT).count()).toBe(0);
  });

  it("loads its session and says that the turn was stopped if the agent has ended", async () => {
    const { page, kill } = await openKillableAgent(version);
    await sendPrompt(page, PROMPT);
    await getRequest(page, EDIT).waitFor();
    await leaveDuring(page, kill);
    const canContinue = page.getByRole("button", { name: "Continue" });
    await page.getByText(INTERRUPTED).waitFor();
    await canContinue.waitFor();
    await page.getByRole("article", { name: "You" }).getByText(PROMPT).waitFor();
    expect(await getRequest(page, EDIT).count()).toBe(0);
    await page.getByPlaceholder("Message Scripted agent").waitFor();
    await sendPrompt(page, "/fail");
    await page.getByText("As expected").waitFor();
    await waitUntilIdle(page);
    await canContinue.waitFor({ state: "detached" });
  });
});

it("returns to its session without a notice after a reload between turns", async () => {
  const { page, kill } = await openKillableAgent(2);
  await sendPrompt(page, "/fail");
  await waitUntilIdle(page);
  await page.getByText("As expected").waitFor();
  await leaveDuring(page, kill);
  await page.getByText("As expected").waitFor();
  await getComposer(page).waitFor();
  expect(await page.getByText(INTERRUPTED).count()).toBe(0);
});

it("opens a new session if the agent has ended and a new one cannot load the session", async () => {
  const { page, kill } = await openKillableAgent(2);
  await getComposer(page).waitFor();
  await leaveDuring(page, kill);
  await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
  expect(await getComposer(page).isEnabled()).toBe(true);
});

it("returns to a session that the agent could not load", async () => {
  const { page } = await openFixture("asks");
  await sendPrompt(page, "Ask");
  await getRequest(page, "First").waitFor();
  await page.reload();
  for (const title of ["First", "Second", "Third"]) await answerRequest(page, title, "Once");
  await page.getByText("First: yes, Second: yes, Third: yes").waitFor();
  await waitUntilIdle(page);
});
