import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** Returns the list of the conversation, which scrolls. */
export const getScroller = (page: Page): Locator => page.getByRole("region", { name: "Messages" });

/** Returns the messages of the user. */
export const getPrompts = (page: Page): Locator => page.getByRole("article", { name: "You" });

/** Returns the messages of the agent. */
export const getAnswers = (page: Page): Locator => page.getByRole("article", { name: "Agent" });

/** Locates the text field of the composer. */
export const getComposer = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });

/** Locates the card of a tool call by its title. */
export const getToolCallCard = (page: Page, title: string): Locator =>
  page.getByRole("article", { name: title, exact: true });

/** Locates a pending request by its title. */
export const getRequest = (page: Page, title: string): Locator =>
  page.getByRole("group", { name: title, exact: true });

/** Locates the status of a tool call card if the call is in the given phase. */
export const getStatus = (card: Locator, name: string): Locator =>
  card.locator(`[data-phase="${name}"]`);

/** Sends a prompt. */
export async function sendPrompt(page: Page, text: string): Promise<void> {
  await getComposer(page).fill(text);
  await getComposer(page).press("Enter");
}

/** Answers a pending request with the option of the given name, as soon as it accepts an answer. */
export async function answerRequest(page: Page, title: string, option: string): Promise<void> {
  // The accessible name does not include the shortcut.
  await chooseOption(getRequest(page, title).getByRole("button", { name: option, exact: true }));
}

/** Presses the button of an option, as soon as it accepts an answer. */
export async function chooseOption(button: Locator): Promise<void> {
  // In one step, because the requests may move in between, which delays answers again.
  const choose = (element: HTMLElement | SVGElement): boolean => {
    if (!(element instanceof HTMLElement) || element.ariaDisabled === "true") return false;
    element.click();
    return true;
  };
  await expect.poll(() => button.evaluate(choose)).toBe(true);
}

/** Waits until no turn is running and nothing on the page is loading. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByTestId("working").waitFor({ state: "detached" });
  await page.locator(".acp-spinner").first().waitFor({ state: "detached" });
}

/** Locates a session in the list by its title. */
export const getSessionRow = (page: Page, title: string): Locator =>
  page
    .getByRole("navigation", { name: "Sessions of all agents" })
    .getByRole("list", { name: /^Sessions of / })
    .getByRole("button", { name: new RegExp(`^${title}`) });

/** Chooses an action in the menu of a session. */
export async function chooseSessionAction(
  page: Page,
  title: string,
  action: string,
): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${title}`, exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: action, exact: true }).press("Enter");
}

/** Locates the queued prompts. */
export const getQueue = (page: Page): Locator =>
  page.getByRole("region", { name: "Queued prompts" });

/** Locates a queued prompt by its text. */
export const getQueuedPrompt = (page: Page, text: string): Locator =>
  getQueue(page).getByRole("listitem").filter({ hasText: text });

/** Waits until the prompts are in the queue, in this order. */
export async function expectQueue(page: Page, ...texts: readonly string[]): Promise<void> {
  const readQueue = (): Promise<string[]> =>
    getQueue(page)
      .getByRole("button", { name: /^Edit / })
      .allInnerTexts();
  await expect
    .poll(async () => (await readQueue()).map((text) => text.replace(/^Edit\s+/, "")))
    .toEqual(texts);
}
