import { expect, it } from "vitest";
import { openDemo } from "./support/browser.js";
import { request, send, session } from "./support/panel.js";

const EDIT = "Make total() count every item";

it("shows the devtools in the theme of the page, also when it changes", async () => {
  const { page } = await openDemo(1000, { colorScheme: "light" });
  // A page that is still loading hears no keys.
  await session(page, "New session").waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  const panel = page.getByRole("region", { name: "ACP devtools" });
  const background = (): Promise<string> =>
    panel.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background()).toBe("rgb(251, 251, 250)");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await expect.poll(background).toBe("rgb(20, 20, 22)");
});

it("shows the devtools at a key, with all that happened before", async () => {
  const { page } = await openDemo();
  await send(page, "Fix the total of the cart");
  await request(page, EDIT).waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  await page.getByRole("tabpanel").getByRole("button", { name: "Turn, running" }).waitFor();
  await page.getByRole("tab", { name: "Pending" }).click();
  await page.getByRole("tabpanel").getByText(EDIT).first().waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  expect(await page.getByRole("tab", { name: "Log" }).count()).toBe(0);
});
