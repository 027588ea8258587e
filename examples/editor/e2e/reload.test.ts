import { describe, expect, it } from "vitest";
import { createDemoOpener, openDemo, openFixture } from "./support/browser.js";
import {
  getComposer,
  getRequest,
  getSessionRow,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";

const EDIT = "Make total() count every item";
const PROMPT = "Fix the total of the cart";

describe.each([1, 2] as const)("the page in version %i", (version) => {
  it("returns to its session after a reload in the middle of a turn, and says that the turn was stopped", async () => {
    const { page } = await createDemoOpener(version)();
    await sendPrompt(page, PROMPT);
    await getRequest(page, EDIT).waitFor();
    await page.reload();
    await page.getByText("The page was reloaded while the agent was working").waitFor();
    await page.getByRole("article", { name: "You" }).getByText(PROMPT).waitFor();
    expect(await getRequest(page, EDIT).count()).toBe(0);
    await sendPrompt(page, "/fail");
    await page.getByText("As expected").waitFor();
    await waitUntilIdle(page);
    expect(await page.getByText("The page was reloaded").count()).toBe(0);
  });
});

it("returns to its session without a notice after a reload between turns", async () => {
  const { page } = await openDemo();
  await sendPrompt(page, "/fail");
  await waitUntilIdle(page);
  await page.getByText("As expected").waitFor();
  await page.reload();
  await page.getByText("As expected").waitFor();
  await getComposer(page).waitFor();
  expect(await page.getByText("The page was reloaded").count()).toBe(0);
});

it("opens a new session if the agent cannot load the last one", async () => {
  const { page } = await openFixture("asks");
  await getComposer(page).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "What would you like to work on?" }).waitFor();
  expect(await getComposer(page).isEnabled()).toBe(true);
});

describe("a session that is open in another tab", () => {
  it("is not opened twice, and can be opened after it was closed there", async () => {
    const { page } = await openDemo();
    await sendPrompt(page, "/fail");
    await waitUntilIdle(page);
    await page.getByText("As expected").waitFor();
    const title = (await page.title()).replace(" – acp-store editor", "");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await getComposer(other).waitFor();
    const earlier = other
      .getByRole("region", { name: "Earlier sessions" })
      .getByRole("button")
      .first();
    await earlier.click();
    await other.getByRole("alert").getByText("This session is open in another tab").waitFor();
    await page.getByRole("button", { name: `Close ${title}` }).click();
    await getSessionRow(page, title).waitFor({ state: "detached" });
    await earlier.click();
    await other.getByText("As expected").waitFor();
    expect(await other.title()).toBe(`${title} – acp-store editor`);
  });
});
