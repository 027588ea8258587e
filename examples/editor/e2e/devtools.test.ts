import { expect, it } from "vitest";
import { openDemo } from "./support/browser.js";
import { getRequest, getSessionRow, sendPrompt, waitUntilIdle } from "./support/panel.js";

const EDIT = "Make total() count every item";

it("follows the theme of the page", async () => {
  const { page } = await openDemo(1000, { colorScheme: "light" });
  // The shortcut works only once the page has loaded.
  await getSessionRow(page, "New session").waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  const panel = page.getByRole("region", { name: "ACP devtools" });
  const background = (): Promise<string> =>
    panel.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background()).toBe("rgb(251, 251, 250)");
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect.poll(background).toBe("rgb(20, 20, 22)");
});

it("shows the tabs that follow the connection", async () => {
  const { page } = await openDemo();
  await getSessionRow(page, "New session").waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  await page.getByRole("tab", { name: "Mirrors" }).click();
  await page.getByRole("tabpanel").getByText("live").first().waitFor();
  expect(await page.getByRole("tabpanel").getByRole("row").count()).toBeGreaterThan(1);
});

it("sends a prompt of the log again after an edit, marked as sent from the devtools", async () => {
  const { page } = await openDemo();
  await sendPrompt(page, "/hello");
  await waitUntilIdle(page);
  await page.keyboard.press("Alt+Shift+KeyD");
  const panel = page.getByRole("region", { name: "ACP devtools" });
  await panel.getByRole("tab", { name: "Log" }).click();
  await panel.getByRole("searchbox", { name: "Search messages" }).fill("session/prompt");
  const rows = panel.getByRole("listbox", { name: "Log" }).getByRole("option");
  await rows.first().click();
  await panel.getByRole("button", { name: "Send again…" }).click();
  const editor = panel.getByRole("dialog").getByRole("textbox", { name: "Message" });
  await editor.fill((await editor.inputValue()).replace("/hello", "/hello again"));
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await panel.getByText("Sent again.").waitFor();
  await rows.getByText("sent again").waitFor();
  await page.getByRole("article", { name: "You" }).getByText("/hello again").waitFor();
});

it("opens with a shortcut and shows everything that happened before", async () => {
  const { page } = await openDemo();
  await sendPrompt(page, "Fix the total of the cart");
  await getRequest(page, EDIT).waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  await page.getByRole("tabpanel").getByText("Waiting for the user").first().waitFor();
  // The panel takes its space from the page, so the request can still be answered.
  const options = getRequest(page, EDIT).getByRole("button");
  const panelTop = (await page.getByRole("region", { name: "ACP devtools" }).boundingBox())?.y ?? 0;
  const request = await options.last().boundingBox();
  expect((request?.y ?? 0) + (request?.height ?? 0)).toBeLessThanOrEqual(panelTop);
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.getByRole("tabpanel").getByRole("button", { name: "Turn, running" }).waitFor();
  await page.getByRole("tab", { name: "Pending" }).click();
  await page.getByRole("tabpanel").getByText(EDIT).first().waitFor();
  await page.keyboard.press("Alt+Shift+KeyD");
  expect(await page.getByRole("tab", { name: "Log" }).count()).toBe(0);
});
