import { expect, it } from "vitest";
import { get, openSocket, refusalOf, signIn } from "../support/page.js";
import { addressOf, agent, inspect } from "../support/program.js";

async function start() {
  const { child } = inspect(["--", ...agent("echo")]);
  const address = await addressOf(child);
  return { address, origin: new URL(address).origin, port: new URL(address).port };
}

it("exchanges the token for a cookie", async () => {
  const { address, origin } = await start();
  const reply = await get(address);
  expect(reply).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(reply.headers["set-cookie"]?.[0]).toMatch(
    /^acp_inspect_\d+=.+; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const cookie = await signIn(address);
  expect((await get(address, { cookie }, "/nothing")).status).toBe(404);
  expect(Buffer.from(new URL(address).searchParams.get("token") ?? "", "base64url").length).toBe(
    32,
  );
});

it("refuses everything without the token or the cookie", async () => {
  const { address, origin } = await start();
  for (const path of ["/", "/?token=guess", "/index.html", "/assets/index.js"])
    expect((await get(address, {}, path)).status).toBe(403);
  const cookie = `${(await signIn(address)).split("=")[0]}=guess`;
  expect((await get(address, { cookie }, "/")).status).toBe(403);
  expect(await refusalOf(openSocket(address, {}))).toBe(403);
  expect(await refusalOf(openSocket(address, { cookie }))).toBe(403);
});

it("refuses a foreign host", async () => {
  const { address, origin, port } = await start();
  const cookie = await signIn(address);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1:1", `[::1]:${port}`]) {
    expect((await get(address, { host })).status).toBe(403);
    expect((await get(address, { cookie, host }, "/")).status).toBe(403);
    expect(await refusalOf(openSocket(address, { cookie, host }))).toBe(403);
  }
});

it("refuses a foreign origin, and a WebSocket without one", async () => {
  const { address, origin } = await start();
  const cookie = await signIn(address);
  for (const foreign of ["http://evil.example", "http://127.0.0.1:1", "null", ""]) {
    expect((await get(address, { cookie, origin: foreign }, "/")).status).toBe(403);
    expect(await refusalOf(openSocket(address, { cookie, origin: foreign }))).toBe(403);
  }
  expect(await refusalOf(openSocket(address, { cookie }, "/elsewhere"))).toBe(404);
});

it("sends the security headers with every answer, and allows no other site to read", async () => {
  const { address, origin } = await start();
  const cookie = await signIn(address);
  for (const headers of [{}, { cookie }, { cookie, origin }] as Record<string, string>[]) {
    const reply = await get(address, headers, "/nothing");
    expect(reply.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    const policy = reply.headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ${origin.replace("http", "ws")}`);
  }
});

it("hands out no file but those of the page", async () => {
  const { address, origin } = await start();
  const cookie = await signIn(address);
  for (const path of ["/../main.js", "/..%2fmain.js", "/%2e%2e/main.js", "/..%5cmain.js", "/%00"]) {
    const reply = await get(address, { cookie }, path);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.text).not.toContain("import");
  }
});

it("answers odd requests and stays up", async () => {
  const { address, origin } = await start();
  const cookie = await signIn(address);
  expect((await get(address, { cookie }, "/", "POST")).status).toBe(405);
  expect((await get(address, { cookie, range: "bytes=5-2" }, "/")).status).not.toBe(206);
  for (const path of ["/%", "//", "http://[", "/?token"])
    expect((await get(address, { cookie }, path)).status).not.toBe(500);
  expect((await get(address)).status).toBe(303);
});
