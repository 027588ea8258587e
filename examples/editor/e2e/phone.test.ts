import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { findViolations } from "../../../tests/support/axe.js";
import { waitForState } from "../../../tests/support/waitForState.js";
import { chooseOption } from "./support/panel.js";
import {
  agent,
  ask,
  asking,
  openOnPhone,
  openPhone,
  startPhoneServer,
} from "./support/phoneServer.js";

const REFUSED = /403 \(Forbidden\)/;
const LOST = /WebSocket connection to|ERR_CONNECTION/;
const ARMED = '.acp-request-options[data-armed="true"]';

const getCard = (phone: Page, title: string) => phone.getByRole("group", { name: title });

/** An agent that asks for permission to edit a file. */
const editing = (id: string) =>
  agent(id, async (turn) => {
    await turn.title(turn.text);
    const edit = { path: "/project/src/cart.js", oldText: "1\n2\n", newText: "1\ntwo\n3\n" };
    await turn.edit({ ...edit, title: "Edit the cart" });
  });

async function answer(phone: Page, title: string, option: string): Promise<void> {
  await chooseOption(getCard(phone, title).getByRole("button", { name: option, exact: true }));
}

it("shows what all agents wait for, approves and rejects", async () => {
  const server = await startPhoneServer([editing("a"), asking("b")]);
  const phone = await openPhone(server);
  await phone.getByText("Nothing waits for you.").waitFor();
  await ask(server, "a", "Fix the total");
  await ask(server, "b", "Delete the tests");
  const requests = phone.getByRole("region", { name: "A · Fix the total" });
  const card = requests.getByRole("group");
  await card.getByText("src/cart.js").waitFor();
  await card.getByText("Allow this edit?").waitFor();
  expect(await card.getByRole("img").getAttribute("aria-label")).toBe("2 lines added, 1 removed");
  expect(await phone.title()).toBe("(2) Approve");
  await answer(phone, "Delete the tests", "Reject");
  await getCard(phone, "Delete the tests").waitFor({ state: "detached" });
  await chooseOption(card.getByRole("button", { name: "Allow", exact: true }));
  await phone.getByText("Nothing waits for you.").waitFor();
  await waitForState(server.fleet.overview, ({ counts }) => counts.finished === 2);
  const article = phone.getByRole("article", { name: "Fix the total" });
  await article.getByText("A · Idle").waitFor();
});

it("stops a turn", async () => {
  const server = await startPhoneServer([editing("a")]);
  const phone = await openPhone(server);
  await ask(server, "a", "Fix the total");
  await phone.getByRole("button", { name: "Stop Fix the total" }).tap();
  await phone.getByText("Nothing waits for you.").waitFor();
  await phone.getByText("A · Idle").waitFor();
});

it("loses a request that is answered on the computer", async () => {
  const server = await startPhoneServer([asking("a")]);
  const phone = await openPhone(server);
  const request = await ask(server, "a", "Run");
  await getCard(phone, "Run").waitFor();
  request.answer("allow-once");
  await getCard(phone, "Run").waitFor({ state: "detached" });
});

it("says which answer was faster", async () => {
  const server = await startPhoneServer([asking("a")]);
  const phone = await openPhone(server);
  const held: (() => void)[] = [];
  let isHolding = false;
  await phone.routeWebSocket(/\/phone\/socket$/, (socket) => {
    const connection = socket.connectToServer();
    // The phone receives the answer only after it has sent its own.
    socket.onMessage((message) => {
      connection.send(message);
      if (isHolding) release();
    });
    connection.onMessage((message) => {
      if (isHolding) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  const release = (): void => {
    isHolding = false;
    for (const send of held.splice(0)) send();
  };
  await phone.reload();
  await phone.getByText("Connected", { exact: true }).waitFor();
  const request = await ask(server, "a", "Run");
  await phone.locator(ARMED).waitFor();
  isHolding = true;
  request.answer("allow-once");
  await answer(phone, "Run", "Reject");
  await phone.getByRole("alert").getByText("Already answered in another window: Allow").waitFor();
});

it("needs a new link after the link was used, and without a cookie", async () => {
  const server = await startPhoneServer([asking("a")]);
  const { link } = await server.phones.invite();
  await openOnPhone(link);
  for (const address of [link, `${server.origin}/phone`]) {
    const other = await openOnPhone(address, { expectedMessage: REFUSED });
    await other.getByRole("heading", { name: "This page needs a new link" }).waitFor();
  }
});

it("is disconnected by the computer, where it has a name", async () => {
  const server = await startPhoneServer([asking("a")]);
  const phone = await openPhone(server);
  onTestFinished(server.phones.subscribe(() => {}));
  const [listed] = await waitForState(server.phones, (list) => list.length === 1);
  expect(listed).toMatchObject({ name: "iPhone", isConnected: true });
  await server.phones.disconnect(listed?.id ?? "");
  await phone.getByRole("heading", { name: "This phone was disconnected" }).waitFor();
  expect((await phone.request.get(phone.url())).status()).toBe(403);
});

it("explains that it is open too often, without an effect on the pages before", async () => {
  const server = await startPhoneServer([asking("a")]);
  const phone = await openPhone(server);
  const pages = [phone];
  while (pages.length < 5) {
    const other = await phone.context().newPage();
    await other.goto(phone.url());
    await other.getByRole("heading", { name: /Approve|open too often/ }).waitFor();
    pages.push(other);
  }
  const last = pages.pop();
  await last?.getByRole("heading", { name: "This page is open too often" }).waitFor();
  for (const page of pages) await page.getByText("Connected", { exact: true }).waitFor();
  await pages[1]?.close();
  await last?.getByText("Connected", { exact: true }).waitFor();
});

it("shows the last state while the server is gone, and needs a new link when it is back", async () => {
  const server = await startPhoneServer([asking("a")]);
  const phone = await openPhone(server, { expectedMessage: LOST });
  await ask(server, "a", "Run");
  const allow = getCard(phone, "Run").getByRole("button", { name: "Allow", exact: true });
  await allow.waitFor();
  await server.close();
  await phone.getByText(/^Not connected\. Showing the state of \d/).waitFor();
  expect(await allow.isDisabled()).toBe(true);
  expect(await findViolations(phone)).toEqual([]);
  const port = Number(new URL(server.origin).port);
  const next = await startPhoneServer([asking("a")], port);
  await phone.getByRole("heading", { name: "This page needs a new link" }).waitFor();
  const { link } = await next.phones.invite();
  await phone.goto(link);
  await phone.getByText("Connected", { exact: true }).waitFor();
});

it("shows a large edit, and which agents have failed", async () => {
  const large = agent("a", async (turn) => {
    const content = Array.from({ length: 200 }, (_, index) => ({
      ...{ type: "diff" as const, path: `/project/src/file${index}.ts` },
      ...{ oldText: "a\n".repeat(10), newText: "b\n".repeat(10) },
    }));
    await turn.askPermission({ call: { title: "Rename", kind: "edit", content } });
  });
  const missing = { id: "b", name: "B", command: "nosuchagent" };
  const server = await startPhoneServer([large, missing]);
  await server.page.startAgent("b").catch(() => {});
  const phone = await openPhone(server);
  await ask(server, "a", "Rename it");
  await getCard(phone, "Rename").getByRole("listitem").nth(199).waitFor();
  await phone.getByText("B has failed. See the reason on your computer.").waitFor();
});

describe.each(["light", "dark"] as const)("the page for phones in %s mode", (colorScheme) => {
  it("has no violations, and large buttons that fit the screen", async () => {
    const server = await startPhoneServer([editing("a"), asking("b")]);
    const phone = await openPhone(server, { colorScheme });
    expect(await findViolations(phone)).toEqual([]);
    await ask(server, "a", "Fix the total of the cart and everything that depends on it");
    await ask(server, "b", "Delete the tests");
    await getCard(phone, "Delete the tests").waitFor();
    await phone.locator(ARMED).first().waitFor();
    expect(await findViolations(phone)).toEqual([]);
    for (const button of await phone.getByRole("button").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

it("can be used with the keyboard", async () => {
  const server = await startPhoneServer([asking("a")]);
  const phone = await openPhone(server, { isMobile: false, hasTouch: false });
  await ask(server, "a", "Run");
  await phone.locator(ARMED).waitFor();
  await phone.keyboard.press("Tab");
  await phone.keyboard.press("Enter");
  await phone.getByText("Nothing waits for you.").waitFor();
});
