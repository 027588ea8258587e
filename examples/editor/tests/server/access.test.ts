import { expect, it } from "vitest";
import { connect, refusalOf, startEditor } from "../support/editor.js";
import { get } from "../support/http.js";

it("exchanges the printed address for a cookie, once", async () => {
  const editor = await startEditor();
  const first = await get(new URL(editor.address));
  expect(first).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(first.headers["set-cookie"]?.[0]).toMatch(/^acp_editor_[0-9a-f]{8}=/);
  const second = await get(new URL(editor.address));
  expect(second.status).toBe(403);
  expect(second.text).toContain("Open the address printed last in the terminal.");
});

it("prints another address for a second browser", async () => {
  const editor = await startEditor();
  const first = await editor.signIn();
  const next = await get(new URL(await editor.nextAddress));
  expect(next.status).toBe(303);
  const second = next.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  expect(second).not.toBe(first);
  for (const cookie of [first, second]) {
    expect((await editor.get("/api/config", { cookie })).status).toBe(200);
  }
});

it("refuses the page, the API and the agent without the cookie", async () => {
  const editor = await startEditor();
  const paths = ["/", "/api/config", "/api/agent-log", "/api/recording", "/api/file?path=a"];
  for (const path of paths) expect((await editor.get(path)).status).toBe(403);
  expect(await refusalOf(connect(editor))).toBe(403);
});

it("refuses the API and the agent to foreign hosts and pages", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  const foreign = [
    { host: "evil.example" },
    { origin: "http://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign)
    expect((await editor.get("/api/config", { cookie, ...headers })).status).toBe(403);
  expect(await refusalOf(connect(editor, { cookie, headers: { host: "evil.example" } }))).toBe(403);
  for (const origin of ["http://evil.example", "http://127.0.0.1:1", ""])
    expect(await refusalOf(connect(editor, { cookie, origin }))).toBe(403);
});

it("accepts WebSockets only at /acp", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  expect(await refusalOf(connect(editor, { cookie, path: "/elsewhere" }))).toBe(404);
});
