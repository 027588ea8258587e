import { once } from "node:events";
import { expect, it } from "vitest";
import { connect, refusalOf, startEditor } from "../support/editor.js";
import { get } from "../support/http.js";

it("exchanges the printed address for a cookie, once", async () => {
  const editor = await startEditor();
  const first = await get(new URL(editor.address));
  expect(first).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(first.headers["set-cookie"]?.[0]).toMatch(/^acp_agents_[0-9a-f]{8}=/);
  const second = await get(new URL(editor.address));
  expect(second.status).toBe(403);
  expect(second.text).toContain("Open the address that the server has printed last.");
});

it("prints another address for a second browser", async () => {
  const editor = await startEditor();
  const first = await editor.signIn();
  const next = await get(new URL(await editor.nextAddress));
  expect(next.status).toBe(303);
  const second = next.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  expect(second).not.toBe(first);
  // It is 503 before the page has been built, which these tests do not need.
  for (const cookie of [first, second])
    expect([200, 503]).toContain((await editor.get("/", { cookie })).status);
});

it("shows neither the page nor the agents without the cookie, or to a page from elsewhere", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  expect((await editor.get("/")).status).toBe(403);
  expect(await once(connect(editor), "close")).toEqual([4401, Buffer.from("not_admitted")]);
  const origin = "http://attacker.invalid";
  expect(await refusalOf(connect(editor, { cookie, origin }))).toBe(403);
});
