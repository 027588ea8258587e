import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { createDemoOpener, openDemo, openFixture } from "./support/browser.js";
import {
  answerRequest,
  getComposer,
  getRequest,
  getStatus,
  getToolCallCard,
  sendPrompt,
  waitUntilIdle,
} from "./support/panel.js";
import { invitePhone, openOnPhone, openPhone } from "./support/phone.js";

const EDIT = "Make total() count every item";
const CHECKS = "node check.js";
const PROMPT = "Fix the total of the cart";
const REFUSED = /403 \(Forbidden\)/;

const getCard = (phone: Page, title: string) => phone.getByRole("group", { name: title });

async function answerOnPhone(phone: Page, title: string, option: string): Promise<void> {
  const button = getCard(phone, title).getByRole("button", { name: option, exact: true });
  await phone.locator('.acp-request-options[data-armed="true"]').first().waitFor();
  await button.tap();
}

describe.each([1, 2] as const)("a phone in version %i", (version) => {
  it("shows what waits, approves and rejects", async () => {
    const { page } = await createDemoOpener(version)();
    await getComposer(page).waitFor();
    const phone = await openPhone(page);
    await phone.getByText("Nothing waits for you.").waitFor();
    await sendPrompt(page, PROMPT);
    const card = getCard(phone, EDIT);
    await card.getByText("src/cart.js").waitFor();
    await card.getByText("Allow this edit?").waitFor();
    expect(await card.getByRole("img").getAttribute("aria-label")).toBe("1 lines added, 1 removed");
    expect(await phone.title()).toBe("(1) Approve");
    await answerOnPhone(phone, EDIT, "Allow");
    await getStatus(getToolCallCard(page, EDIT), "completed").waitFor();
    await getCard(phone, CHECKS).getByText("Run this command?").waitFor();
    await answerOnPhone(phone, CHECKS, "Reject");
    await getToolCallCard(page, CHECKS).getByText("You chose: Reject").waitFor();
    await waitUntilIdle(page);
    await phone.getByText("Nothing waits for you.").waitFor();
    await phone.getByText("Idle", { exact: true }).waitFor();
  });

  it("stops a turn", async () => {
    const { page } = await createDemoOpener(version)();
    await getComposer(page).waitFor();
    const phone = await openPhone(page);
    await sendPrompt(page, PROMPT);
    await getCard(phone, EDIT).waitFor();
    await phone.getByRole("button", { name: /^Stop / }).tap();
    await page.getByText("Not answered: the turn was stopped").waitFor();
    await waitUntilIdle(page);
    await getCard(phone, EDIT).waitFor({ state: "detached" });
  });
});

it("loses a request that is answered on the computer", async () => {
  const { page } = await openDemo();
  await getComposer(page).waitFor();
  const phone = await openPhone(page);
  await sendPrompt(page, PROMPT);
  await getCard(phone, EDIT).waitFor();
  await answerRequest(page, EDIT, "Allow");
  await getCard(phone, EDIT).waitFor({ state: "detached" });
});

it("says which answer was faster", async () => {
  const { page } = await openFixture("asks");
  await getComposer(page).waitFor();
  const phone = await openPhone(page);
  let isSlow = false;
  await phone.routeWebSocket(/\/phone\/socket$/, (socket) => {
    const server = socket.connectToServer();
    // The phone receives the answer only after it has sent its own.
    server.onMessage((message) => {
      if (isSlow) setTimeout(() => socket.send(message), 3_000);
      else socket.send(message);
    });
  });
  await phone.reload();
  await sendPrompt(page, "Ask");
  await phone.locator('.acp-request-options[data-armed="true"]').first().waitFor();
  isSlow = true;
  await answerRequest(page, "First", "Once");
  await answerOnPhone(phone, "First", "Never");
  await phone.getByRole("alert").getByText("Already answered in another window: Once").waitFor();
});

describe("a link", () => {
  it("is refused after it was used, without a token, and with the cookie of the computer", async () => {
    const { page, editor } = await openDemo();
    await getComposer(page).waitFor();
    const link = await invitePhone(page);
    await openOnPhone(link);
    for (const address of [link, `${editor.origin}/phone`]) {
      const other = await openOnPhone(address, { expectedMessage: REFUSED });
      await other.getByRole("heading", { name: "This page needs a new link" }).waitFor();
    }
    const response = await page.request.get(`${editor.origin}/phone`);
    expect(response.status()).toBe(403);
  });

  it("opens nothing but the page for phones", async () => {
    const { page, editor } = await openDemo();
    await getComposer(page).waitFor();
    const phone = await openPhone(page);
    const statuses = await Promise.all(
      ["/", "/api/config", "/api/file?path=src/cart.js", "/phone/"].map(async (path) =>
        (await phone.request.get(`${editor.origin}${path}`)).status(),
      ),
    );
    expect(statuses).toEqual([403, 403, 403, 200]);
  });
});

it("lists the phone by name, and disconnects it", async () => {
  const { page } = await openDemo();
  await getComposer(page).waitFor();
  const phone = await openPhone(page);
  await page.getByRole("button", { name: "Approve from your phone (1 connected)" }).click();
  await page.getByRole("list", { name: "Phones" }).getByText("Connected").waitFor();
  await page.getByRole("button", { name: "Disconnect iPhone" }).click();
  await phone.getByRole("heading", { name: "This phone was disconnected" }).waitFor();
  await page.getByRole("list", { name: "Phones" }).waitFor({ state: "detached" });
  expect((await phone.request.get(phone.url())).status()).toBe(403);
});

it("explains that it is open too often, without an effect on the pages before", async () => {
  const { page } = await openDemo();
  await getComposer(page).waitFor();
  const phone = await openPhone(page);
  const others = [];
  for (let count = 0; count < 4; count++) {
    const other = await phone.context().newPage();
    await other.goto(phone.url());
    await other.getByRole("heading", { name: /Approve|open too often/ }).waitFor();
    others.push(other);
  }
  await others[3]?.getByRole("heading", { name: "This page is open too often" }).waitFor();
  for (const open of [phone, ...others.slice(0, 3)])
    await open.getByText("Connected", { exact: true }).waitFor();
});

it("shows the last state while the computer is gone, and continues with another tab", async () => {
  const { page } = await openDemo();
  await sendPrompt(page, PROMPT);
  await getRequest(page, EDIT).waitFor();
  const phone = await openPhone(page);
  await getCard(phone, EDIT).waitFor();
  const { context, url } = { context: page.context(), url: page.url() };
  await page.close();
  await phone.getByText(/^Not connected\. Showing the state of \d/).waitFor();
  const allow = getCard(phone, EDIT).getByRole("button", { name: "Allow", exact: true });
  expect(await allow.isDisabled()).toBe(true);
  expect(await findViolations(phone)).toEqual([]);
  const other = await context.newPage();
  await other.goto(url);
  await phone.getByText("Connected", { exact: true }).waitFor();
  await answerOnPhone(phone, EDIT, "Allow");
  await getStatus(getToolCallCard(other, EDIT), "completed").waitFor();
});

it("gets neither messages nor the content of files", async () => {
  const { page } = await openDemo();
  await getComposer(page).waitFor();
  const phone = await openPhone(page);
  const received: string[] = [];
  phone.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(String(payload))),
  );
  await phone.reload();
  await sendPrompt(page, PROMPT);
  await answerOnPhone(phone, EDIT, "Allow");
  await answerOnPhone(phone, CHECKS, "Allow");
  await page.getByRole("heading", { name: "Summary" }).waitFor();
  await waitUntilIdle(page);
  const all = received.join("\n");
  expect(all).toContain(EDIT);
  for (const secret of ["rawInput", "export function total", "prices[name]", "Summary"])
    expect(all).not.toContain(secret);
});

describe.each(["light", "dark"] as const)("the page for phones in %s mode", (colorScheme) => {
  it("has no violations, and large buttons that fit the screen", async () => {
    const { page } = await openDemo();
    await getComposer(page).waitFor();
    const phone = await openPhone(page, { colorScheme });
    expect(await findViolations(phone)).toEqual([]);
    await sendPrompt(page, PROMPT);
    await phone.locator('.acp-request-options[data-armed="true"]').waitFor();
    expect(await findViolations(phone)).toEqual([]);
    for (const button of await phone.getByRole("button").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

it("can be used with the keyboard", async () => {
  const { page } = await openDemo();
  await getComposer(page).waitFor();
  const phone = await openPhone(page, { isMobile: false, hasTouch: false });
  await sendPrompt(page, PROMPT);
  await phone.locator('.acp-request-options[data-armed="true"]').waitFor();
  await phone.keyboard.press("Tab");
  await phone.keyboard.press("Enter");
  await getStatus(getToolCallCard(page, EDIT), "completed").waitFor();
});
