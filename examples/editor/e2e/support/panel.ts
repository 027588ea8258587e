import type { Locator, Page } from "playwright";

/** The parts of the page as a user finds them. */
export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });

export const card = (page: Page, title: string): Locator =>
  page.getByRole("article", { name: title, exact: true });

/** The request that waits, by what it is about. */
export const request = (page: Page, title: string): Locator =>
  page.getByRole("group", { name: title, exact: true });

export const status = (card: Locator, name: string): Locator =>
  card.locator(`[data-status="${name}"]`);

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Answers a request with the option of this name. */
export async function answer(page: Page, title: string, option: string): Promise<void> {
  // The accessible name leaves the hint of the shortcut out.
  await request(page, title).getByRole("button", { name: option, exact: true }).click();
}

/** Nothing runs: the composer offers to send again, and nothing on the page turns. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByTestId("working").waitFor({ state: "detached" });
  await page.locator(".spinner").first().waitFor({ state: "detached" });
}

/** An open session in the list, by its title. */
export const session = (page: Page, title: string): Locator =>
  page
    .getByRole("navigation", { name: "Sessions" })
    .getByRole("list", { name: "Open sessions" })
    .getByRole("button", { name: new RegExp(`^${title}`) });

/** What waits to be sent. */
export const queue = (page: Page): Locator => page.getByRole("region", { name: "Queued prompts" });
