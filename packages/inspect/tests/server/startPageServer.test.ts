import { expect, it } from "vitest";
import { collectLines, get, openSocket, refusalOf, signIn } from "../support/page.js";
import { addressOf, agent, inspect } from "../support/program.js";

async function start() {
  const { child } = inspect(["--", ...agent("echo")]);
  const address = await addressOf(child);
  return { child, address };
}

it("exchanges the printed address for a cookie, once", async () => {
  const { address } = await start();
  const reply = await get(address);
  expect(reply).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(reply.headers["set-cookie"]?.[0]).toMatch(/^acp_inspect_[0-9a-f]{8}=/);
  const second = await get(address);
  expect(second.status).toBe(403);
  expect(second.text).toContain("Open the address that acp-inspect printed last on stderr.");
});

it("prints another address for a second browser", async () => {
  const { child, address } = await start();
  const next = addressOf(child);
  const first = await signIn(address);
  const second = await signIn(await next);
  expect(second).not.toBe(first);
  for (const cookie of [first, second])
    await collectLines(openSocket(address, { cookie })).waitFor(1);
});

it("refuses the page and its messages without the cookie", async () => {
  const { address } = await start();
  for (const path of ["/", "/?token=guess", "/index.html", "/assets/index.js"])
    expect((await get(address, {}, path)).status).toBe(403);
  const page = collectLines(openSocket(address, {}));
  expect(await page.closed).toEqual({ code: 4401, reason: "not_admitted" });
  expect(page.lines).toEqual([]);
});

it("refuses the page and its messages to foreign hosts and pages", async () => {
  const { address } = await start();
  const cookie = await signIn(address);
  const foreign = [
    { host: "evil.example" },
    { origin: "http://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign)
    expect((await get(address, { cookie, ...headers }, "/")).status).toBe(403);
  for (const headers of [{ host: "evil.example" }, { origin: "http://127.0.0.1:1" }])
    expect(await refusalOf(openSocket(address, { cookie, ...headers }))).toBe(403);
});

it("accepts WebSockets only at /frames", async () => {
  const { address } = await start();
  const cookie = await signIn(address);
  expect(await refusalOf(openSocket(address, { cookie }, "/elsewhere"))).toBe(404);
});

it("closes the WebSocket of a page that sends a message", async () => {
  const { address } = await start();
  const socket = openSocket(address, { cookie: await signIn(address) });
  const page = collectLines(socket);
  await page.waitFor(1);
  socket.send("x".repeat(65));
  expect(await page.closed).toMatchObject({ code: 1009 });
});
