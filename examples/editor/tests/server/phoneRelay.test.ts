import { once } from "node:events";
import type { WebSocket } from "ws";
import { expect, it } from "vitest";
import { nameDevice } from "../../server/phone/nameDevice.js";
import { connect, type Editor, refusalOf, startFixture } from "../support/editor.js";
import { get } from "../support/http.js";

/** The messages that a socket has received, with a way to wait for the next one of a type. */
function receiverOf(socket: WebSocket) {
  const messages: Record<string, unknown>[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data as Buffer))));
  return async (type: string): Promise<Record<string, unknown>> => {
    await expect.poll(() => messages.some((message) => message["type"] === type)).toBe(true);
    const [found = {}] = messages.splice(
      messages.findIndex((message) => message["type"] === type),
      1,
    );
    return found;
  };
}

async function openOwner(editor: Editor, cookie: string, agent = "a1") {
  const socket = connect(editor, { cookie, path: `/phones?agent=${agent}` });
  const next = receiverOf(socket);
  await once(socket, "open");
  return { socket, next, send: (message: object) => socket.send(JSON.stringify(message)) };
}

type Owner = Awaited<ReturnType<typeof openOwner>>;

/** Uses an invitation of the owner. Resolves with the cookie of the phone. */
async function pair({ send, next }: Owner): Promise<string> {
  send({ type: "invite" });
  const { link } = await next("invitation");
  const { headers } = await get(new URL(String(link)));
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

const openPhone = (editor: Editor, cookie: string): WebSocket =>
  connect(editor, { cookie, path: "/phone/socket" });

async function nextText(socket: WebSocket): Promise<string> {
  const [data] = await once(socket, "message");
  return String(data);
}

it("forwards texts between a phone and its owner", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const owner = await openOwner(editor, cookie);
  const phone = openPhone(editor, await pair(owner));
  const { socketId, name } = await owner.next("opened");
  expect(name).toBe("Unknown device");
  phone.send("any text {");
  expect(await owner.next("text")).toEqual({ type: "text", socketId, text: "any text {" });
  const answered = nextText(phone);
  owner.send({ type: "text", socketId, text: "an answer" });
  expect(await answered).toBe("an answer");
  phone.close();
  expect(await owner.next("closed")).toEqual({ type: "closed", socketId });
});

it("lets a phone wait for the next owner, and ends its link when the owner is gone", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const first = await openOwner(editor, cookie);
  const phoneCookie = await pair(first);
  const phone = openPhone(editor, phoneCookie);
  await first.next("opened");
  const closed = once(phone, "close");
  first.socket.close();
  expect((await closed)[0]).toBe(4102);
  const waiting = openPhone(editor, phoneCookie);
  await once(waiting, "open");
  const second = await openOwner(editor, cookie);
  await second.next("opened");
});

it("disconnects only the phones of the owner that asks", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const owner = await openOwner(editor, cookie);
  const phoneCookie = await pair(owner);
  const phone = openPhone(editor, phoneCookie);
  await owner.next("opened");
  owner.send({ type: "invite" });
  await owner.next("invitation");
  const other = await openOwner(editor, cookie, "a2");
  expect(await other.next("phones")).toEqual({ type: "phones", phones: [] });
  let phones: unknown = [];
  while (JSON.stringify(phones) === "[]") ({ phones } = await owner.next("phones"));
  const [{ id }] = phones as [{ id: string }];
  other.send({ type: "disconnect", phone: id });
  other.send({ type: "invite" });
  await other.next("invitation");
  expect(phone.readyState).toBe(1);
  const closed = once(phone, "close");
  owner.send({ type: "disconnect", phone: id });
  expect((await closed)[0]).toBe(4101);
  expect(await refusalOf(openPhone(editor, phoneCookie))).toBe(403);
});

it("connects 20 phones, refuses the 21st, and admits it when another one is disconnected", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const owner = await openOwner(editor, cookie);
  const phones: WebSocket[] = [];
  while (phones.length < 20) {
    phones.push(openPhone(editor, await pair(owner)));
    await owner.next("opened");
  }
  owner.send({ type: "invite" });
  const link = new URL(String((await owner.next("invitation"))["link"]));
  const refused = await get(link);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("20 devices");
  expect(phones.map(({ readyState }) => readyState)).toEqual(phones.map(() => 1));
  let listed: readonly { readonly id: string }[] = [];
  while (listed.length < 20) listed = (await owner.next("phones"))["phones"] as typeof listed;
  owner.send({ type: "disconnect", phone: listed[3]?.id });
  await owner.next("closed");
  const [phoneCookie = ""] = (await get(link)).headers["set-cookie"] ?? [];
  openPhone(editor, phoneCookie.split(";")[0] ?? "");
  await owner.next("opened");
  expect(phones.filter(({ readyState }) => readyState === 1)).toHaveLength(19);
});

it("refuses too many pages of one phone, says so, and keeps the others", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const owner = await openOwner(editor, cookie);
  const phoneCookie = await pair(owner);
  const pages: WebSocket[] = [];
  while (pages.length < 4) {
    pages.push(openPhone(editor, phoneCookie));
    await owner.next("opened");
  }
  const [code] = await once(openPhone(editor, phoneCookie), "close");
  expect(code).toBe(4103);
  pages[0]?.close();
  await owner.next("closed");
  openPhone(editor, phoneCookie);
  await owner.next("opened");
  expect(pages.slice(1).map(({ readyState }) => readyState)).toEqual([1, 1, 1]);
});

it("ignores messages of an owner that it does not know", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const owner = await openOwner(editor, cookie);
  owner.socket.send("{");
  owner.socket.send("null");
  for (const message of [{}, { type: "text" }, { type: "text", socketId: "x", text: 1 }])
    owner.send(message);
  owner.send({ type: "text", socketId: "unknown", text: "x" });
  owner.send({ type: "close", socketId: "unknown" });
  expect(await pair(owner)).toMatch(/^acp_editor_phone_/);
});

it("does not let a phone be an owner", async () => {
  const { editor, cookie } = await startFixture("stubborn");
  const owner = await openOwner(editor, cookie);
  const phoneCookie = await pair(owner);
  expect(await refusalOf(connect(editor, { cookie: phoneCookie, path: "/phones?agent=a1" }))).toBe(
    403,
  );
});

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36", "Android phone"],
  ["Mozilla/5.0 (Linux; Android 15; Tab) Safari/537.36", "Android tablet"],
  ["curl/8", "Unknown device"],
])("names the device of %s", (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});
