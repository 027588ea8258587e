import type { BrowserContextOptions, Page } from "playwright";
import { openPage, type OpenPageOptions } from "../../../../tests/support/openPage.js";

/** A small phone. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 720 },
  isMobile: true,
  hasTouch: true,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
};

/** Creates a link for a phone in the editor. */
export async function invitePhone(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Approve from your phone/ }).click();
  await page.getByRole("button", { name: /^Create (a|another) link$/ }).click();
  const link = await page.getByRole("textbox", { name: "Link for the phone" }).inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Opens a link on a phone, in a separate browser. */
export function openOnPhone(link: string, options?: OpenPageOptions): Promise<Page> {
  return openPage(link, { ...PHONE, ...options });
}

/** Pairs a phone with the editor. */
export async function openPhone(page: Page, options?: BrowserContextOptions): Promise<Page> {
  const phone = await openOnPhone(await invitePhone(page), options);
  await phone.getByText("Connected", { exact: true }).waitFor();
  return phone;
}
