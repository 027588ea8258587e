import { expect, it } from "vitest";
import { connect, refusalOf, startEditor } from "../support/editor.js";
import { get } from "../support/http.js";

it("exchanges the token for a cookie, once", async () => {
  const editor = await startEditor();
  const first = await get(new URL(editor.address));
  expect(first).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(first.headers["set-cookie"]?.[0]).toMatch(
    /^acp_editor_\d+=.+; HttpOnly; SameSite=Strict$/,
  );
  const second = await get(new URL(editor.address));
  expect(second.status).toBe(403);
  expect(second.text).toContain("This address has been used");
  expect(second.headers["set-cookie"]).toBeUndefined();
});

it("uses a token of at least 128 bits", async () => {
  const { address } = await startEditor();
  const token = new URL(address).searchParams.get("token") ?? "";
  expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
});

it("keeps admitting a browser that reloads", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  expect((await editor.get("/api/config", { cookie })).status).toBe(200);
  const again = await get(new URL(editor.address), { cookie });
  expect(again).toMatchObject({ status: 303, headers: { location: "/" } });
  expect((await editor.get("/api/config", { cookie })).status).toBe(200);
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

it("does not spend the token on a HEAD request", async () => {
  const editor = await startEditor();
  expect((await get(new URL(editor.address), {}, "HEAD")).status).toBe(403);
  expect((await get(new URL(editor.address))).status).toBe(303);
});

it("refuses everything without the cookie", async () => {
  const editor = await startEditor();
  const page = await editor.get("/");
  expect(page.status).toBe(403);
  expect(page.text).toContain("Open the address printed in the terminal");
  for (const path of ["/api/config", "/api/agent-log", "/api/recording", "/assets/index.js"]) {
    expect((await editor.get(path)).status).toBe(403);
  }
  const cookie = `${(await editor.signIn()).split("=")[0]}=guess`;
  expect((await editor.get("/api/config", { cookie })).status).toBe(403);
  expect(await refusalOf(connect(editor))).toBe(403);
  expect(await refusalOf(connect(editor, { cookie }))).toBe(403);
});

it("refuses a foreign host", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  const { port } = new URL(editor.origin);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1:1", `[::1]:${port}`]) {
    expect((await editor.get("/api/config", { cookie, host })).status).toBe(403);
    expect((await get(new URL(editor.address), { host })).status).toBe(403);
    expect(await refusalOf(connect(editor, { cookie, headers: { host } }))).toBe(403);
  }
  const host = `localhost:${port}`;
  expect((await editor.get("/api/config", { cookie, host })).status).toBe(200);
});

it("refuses a foreign or missing origin on upgrade", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  for (const origin of ["http://evil.example", "http://127.0.0.1:1", "null", ""]) {
    expect(await refusalOf(connect(editor, { cookie, origin }))).toBe(403);
  }
  expect(await refusalOf(connect(editor, { cookie, path: "/elsewhere" }))).toBe(404);
});

it("refuses the api to pages of other sites and ports", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  const status = async (site: string): Promise<number> =>
    (await editor.get("/api/config", { cookie, "sec-fetch-site": site })).status;
  expect(await status("cross-site")).toBe(403);
  expect(await status("same-site")).toBe(403);
  expect(await status("same-origin")).toBe(200);
});

it("sends the security headers with every response", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  for (const [path, headers] of [
    ["/"],
    ["/api/config", { cookie }],
    ["/no", { cookie }],
  ] as const) {
    const reply = await editor.get(path, headers);
    expect(reply.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = reply.headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ${editor.origin.replace("http", "ws")}`);
  }
});

it("answers odd requests and stays up", async () => {
  const editor = await startEditor();
  const cookie = await editor.signIn();
  const url = new URL("/api/config", editor.origin);
  expect((await get(url, { cookie }, "POST")).status).toBe(405);
  expect((await editor.get("/", { cookie, range: "bytes=5-2" })).status).not.toBe(206);
  expect((await editor.get("/..%2f..%2fpackage.json", { cookie })).text).not.toContain('"name"');
  expect((await editor.get("/%", { cookie })).status).not.toBe(200);
  expect((await editor.get("/api/config", { cookie })).status).toBe(200);
});
