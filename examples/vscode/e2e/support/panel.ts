import type { FrameLocator, Locator } from "playwright";

/** Locates the message field. */
export const getField = (panel: FrameLocator): Locator =>
  panel.getByRole("textbox", { name: "Message" });

/** Locates the pending permission request with this title. */
export const getRequest = (panel: FrameLocator, title: string): Locator =>
  panel.getByRole("group", { name: title, exact: true });

/** Answers a pending permission request, as soon as it accepts an answer. */
export async function answerRequest(
  panel: FrameLocator,
  title: string,
  option: string,
): Promise<void> {
  const request = getRequest(panel, title);
  await request.locator('[data-armed="true"]').waitFor();
  await request.getByRole("button", { name: option, exact: true }).click();
}

/** Writes a prompt, waits until it can be sent, and sends it. */
export async function sendPrompt(panel: FrameLocator, text: string): Promise<void> {
  await getField(panel).fill(text);
  await panel.getByRole("button", { name: /^(Send|Queue)$/, disabled: false }).waitFor();
  await getField(panel).press("Enter");
}

/** Locates a message of the agent with this text. */
export const getAnswer = (panel: FrameLocator, text: string | RegExp): Locator =>
  panel.getByRole("article", { name: "Agent" }).filter({ hasText: text });

/** Locates a queued prompt. */
export const getQueued = (panel: FrameLocator, text: string): Locator =>
  panel
    .getByRole("region", { name: "Queued prompts" })
    .getByRole("listitem")
    .filter({ hasText: text });

/** Opens the list of the sessions of all agents. */
export async function openList(panel: FrameLocator): Promise<void> {
  await panel.getByRole("button", { name: /^Sessions/ }).click();
  await panel.getByRole("region", { name: "Inbox" }).waitFor();
}
