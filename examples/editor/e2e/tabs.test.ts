import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createDemoOpener, openDemo, openFixture } from "./support/browser.js";
import {
  answerRequest,
  chooseSessionAction,
  expectQueue,
  getComposer,
  getRequest,
  getSessionRow,
  getStatus,
  getToolCallCard,
  sendPrompt,
  waitUntilIdle,
  getPrompts,
  getAnswers,
} from "./support/panel.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";
const PROMPT = "Fix the total of the cart";
/** Words that the agent repeats, two at a time. */
const WORDS = Array.from({ length: 200 }, (_, index) => `w${index + 1}`);

/** Opens another tab with the same session. */
async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  return tab;
}

describe.each([1, 2] as const)("a second tab in version %i", (version) => {
  const openTabs = async (speed?: number): Promise<readonly [Page, Page]> => {
    const { page } = await createDemoOpener(version)(speed);
    await getComposer(page).waitFor();
    return [page, await openTab(page)];
  };

  it("shows the same stream, and can act like the first one", async () => {
    const [first, other] = await openTabs(2);
    await sendPrompt(other, `/repeat ${WORDS.join(" ")}`);
    for (const page of [first, other]) await getAnswers(page).getByText("w20 ").waitFor();
    await sendPrompt(first, "/fail");
    for (const page of [first, other]) await expectQueue(page, "/fail");
    for (const page of [first, other]) {
      await page.getByText("As expected").waitFor();
      await waitUntilIdle(page);
      const [text = ""] = await getAnswers(page).allInnerTexts();
      expect(text.match(/w\d+/g)).toEqual(WORDS);
      expect(await getPrompts(page).count()).toBe(2);
    }
  });

  it("loses a permission request as soon as either tab has answered it", async () => {
    const [first, other] = await openTabs();
    await sendPrompt(first, PROMPT);
    await getRequest(first, EDIT).waitFor();
    await answerRequest(other, EDIT, "Allow");
    await getRequest(first, EDIT).waitFor({ state: "detached" });
    await answerRequest(first, CHECKS, "Allow");
    for (const page of [first, other]) {
      await page.getByRole("heading", { name: "Summary" }).waitFor();
      await waitUntilIdle(page);
      await getStatus(getToolCallCard(page, EDIT), "completed").waitFor();
      expect(await page.getByText("Already answered").count()).toBe(0);
    }
  });

  it.each([
    ["closed", (page: Page) => page.close()],
    ["crashed", crash],
  ] as const)("continues in the middle of a turn when the first one is %s", async (_name, end) => {
    const [first, other] = await openTabs(2);
    await sendPrompt(first, `/repeat ${WORDS.join(" ")}`);
    // The tabs share the draft, and the first one removes it once the prompt is sent.
    await expect.poll(() => getComposer(first).inputValue()).toBe("");
    await getComposer(other).fill("Half a thought");
    await getAnswers(other).getByText("w20 ").waitFor();
    await end(first);
    const readWords = async () => (await getAnswers(other).innerText()).match(/w\d+/g);
    await expect.poll(readWords).toEqual(WORDS);
    await waitUntilIdle(other);
    expect(await readWords()).toEqual(WORDS);
    expect(await getPrompts(other).count()).toBe(1);
    await expect.poll(() => getComposer(other).inputValue()).toBe("Half a thought");
    expect(await other.getByText("The turn was interrupted").count()).toBe(0);
  });
});

/** Crashes the process of a tab. The navigation itself may never end. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;
}

/**
 * Presses Alt and a digit at a time. The keys of Playwright arrive one after the other: on a busy machine, the
 * second one may come so late that it answers the next request.
 */
function pressAt(tab: Page, time: number, digit: string): Promise<void> {
  return tab.evaluate(
    async ({ at, key }) => {
      await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
      const options = { key, code: `Digit${key}`, altKey: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", options));
    },
    { at: time, key: digit },
  );
}

it("delivers one answer if both tabs answer at the same moment", async () => {
  const { page } = await openFixture("asks");
  await getComposer(page).waitFor();
  const other = await openTab(page);
  await sendPrompt(page, "Ask");
  for (const tab of [page, other]) await getRequest(tab, "Third").waitFor();
  // The buttons accept answers after a while.
  for (const tab of [page, other])
    await tab.locator('.acp-request-options[data-armed="true"]').first().waitFor();
  const time = Date.now() + 500;
  await Promise.all([pressAt(page, time, "1"), pressAt(other, time, "2")]);
  for (const tab of [page, other]) await getRequest(tab, "First").waitFor({ state: "detached" });
  for (const title of ["Second", "Third"]) await answerRequest(page, title, "Once");
  await page.getByText(/^First: (yes|no), Second: yes, Third: yes$/).waitFor();
  await other.getByText(/^First: (yes|no), Second: yes, Third: yes$/).waitFor();
});

it("keeps a pending permission and the queue when the first one is closed", async () => {
  const { page } = await openDemo();
  await getComposer(page).waitFor();
  const other = await openTab(page);
  await sendPrompt(page, PROMPT);
  await getRequest(other, EDIT).waitFor();
  await sendPrompt(page, "/fail");
  await expectQueue(other, "/fail");
  await page.close();
  await answerRequest(other, EDIT, "Allow");
  await answerRequest(other, CHECKS, "Allow");
  await other.getByText("As expected").waitFor();
  await waitUntilIdle(other);
  expect(await getPrompts(other).count()).toBe(2);
});

it("closes a session in all tabs, and opens it again from either of them", async () => {
  const { page } = await openDemo();
  await sendPrompt(page, "/fail");
  await waitUntilIdle(page);
  const other = await openTab(page);
  await other.getByText("As expected").waitFor();
  await chooseSessionAction(other, "/fail", "Close");
  await other.getByRole("heading", { name: "What should an agent do?" }).waitFor();
  await page.getByRole("heading", { name: "This session was closed" }).waitFor();
  await page.getByRole("button", { name: "Open again" }).click();
  await page.getByText("As expected").waitFor();
  await getSessionRow(other, "/fail").click();
  await other.getByText("As expected").waitFor();
});

it("shows different sessions in two tabs", async () => {
  const { page } = await openDemo();
  await sendPrompt(page, "/fail");
  await waitUntilIdle(page);
  const other = await openTab(page);
  await other.getByRole("button", { name: "New session", exact: true }).click();
  await other.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
  await page.getByText("As expected").waitFor();
  await sendPrompt(other, "/repeat other");
  await getAnswers(other).getByText("other").waitFor();
  await other.reload();
  await getAnswers(other).getByText("other").waitFor();
  await page.reload();
  await page.getByText("As expected").waitFor();
});
