import type { BrowserContextOptions, Page } from "playwright";
import { openOnPhone } from "./phoneServer.js";

/** Creates a link for a phone in the editor. */
async function invitePhone(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Approve from your phone/ }).click();
  await page.getByRole("button", { name: /^Create (a|another) link$/ }).click();
  const link = await page.getByRole("textbox", { name: "Link for the phone" }).inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Pairs a phone with the editor. */
export async function openPhone(page: Page, options?: BrowserContextOptions): Promise<Page> {
  const phone = await openOnPhone(await invitePhone(page), options);
  await phone.getByText("Connected", { exact: true }).waitFor();
  return phone;
}
