import { expect, it } from "vitest";
import { ADDRESS_HINT, closeOf, startTestServer } from "./support/server.js";

const pathOf = (address: string): string => address.slice(new URL(address).origin.length);

it("exchanges the token for a cookie that scripts and other sites cannot use", async () => {
  const server = await startTestServer();
  const reply = await server.get(pathOf(server.address));
  expect(reply).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(reply.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^test_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
});

it("uses a token of 256 bits", async () => {
  const { address } = await startTestServer();
  const token = new URL(address).searchParams.get("token") ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
});

it("accepts a token only once", async () => {
  const server = await startTestServer();
  await server.signIn();
  const reply = await server.get(pathOf(server.address));
  expect(reply.status).toBe(403);
  expect(reply.text).toContain("This address was already used");
  expect(reply.headers["set-cookie"]).toBeUndefined();
});

it("admits a second browser with the next address and its own cookie", async () => {
  const server = await startTestServer();
  const first = await server.signIn();
  expect(server.nextAddresses).toHaveLength(1);
  const second = await server.signIn(server.nextAddresses[0]);
  expect(second).not.toBe(first);
  for (const cookie of [first, second])
    expect((await server.get("/", { headers: { cookie } })).status).toBe(200);
});

it("keeps the token when a browser with a session opens the address", async () => {
  const server = await startTestServer();
  const cookie = await server.signIn();
  const next = server.nextAddresses[0] ?? "";
  const reply = await server.get(pathOf(next), { headers: { cookie } });
  expect(reply).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(reply.headers["set-cookie"]).toBeUndefined();
  expect(await server.signIn(next)).toMatch(/^test_/);
});

it("keeps the token on a HEAD request", async () => {
  const server = await startTestServer();
  expect((await server.get(pathOf(server.address), { method: "HEAD" })).status).toBe(403);
  expect((await server.get(pathOf(server.address))).status).toBe(303);
});

it.each(["/", "/?token", "/?token=", "/?token=guess"])(
  "explains at %s where to find the address",
  async (path) => {
    const server = await startTestServer();
    const reply = await server.get(path);
    expect(reply.status).toBe(403);
    expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(reply.text).toContain(ADDRESS_HINT);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  },
);

it("accepts the token only at /", async () => {
  const server = await startTestServer();
  const { search } = new URL(server.address);
  expect(await server.get(`/index.html${search}`)).toMatchObject({
    status: 403,
    text: `${ADDRESS_HINT}\n`,
  });
  expect((await server.get(`/${search}`)).status).toBe(303);
});

it("refuses every path and the WebSocket without a valid cookie", async () => {
  const server = await startTestServer({ answerApi: () => expect.unreachable() });
  const [name] = (await server.signIn()).split("=");
  for (const cookie of ["", `${name}=`, `${name}=guess`, "other=1"]) {
    for (const path of ["/", "/index.html", "/assets/index.js", "/api/config", "/nothing"])
      expect((await server.get(path, { headers: { cookie } })).status).toBe(403);
    for (const path of ["/echo", "/nothing"])
      expect(await closeOf(server.open({ cookie }, path))).toBe("4401 not_admitted");
  }
});

it("finds its cookie among those of other servers on this computer", async () => {
  const [server, other] = [await startTestServer(), await startTestServer()];
  const [cookie, otherCookie] = [await server.signIn(), await other.signIn()];
  const both = { headers: { cookie: `a=b; ${otherCookie}; ${cookie}` } };
  expect((await server.get("/", both)).status).toBe(200);
  expect((await server.get("/", { headers: { cookie: otherCookie } })).status).toBe(403);
});
