import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { createGuestAccess, type Guest, type GuestPage } from "../../src/local/index.js";
import {
  closeOf,
  createPageDir,
  refusalOf,
  startTestServer,
  type TestServer,
} from "./support/server.js";

const PROXY = "https://laptop.example.net";

interface GuestServer extends TestServer {
  readonly page: GuestPage;
  /** Invites a guest, who exchanges the token for a cookie. */
  invite(): Promise<string>;
}

/** Starts a server with a guest page whose WebSocket sends the name of the guest. */
async function startGuestServer(origin?: string): Promise<GuestServer> {
  const page: GuestPage = {
    path: "/phone",
    pageDir: createPageDir(),
    access: createGuestAccess({ name: "guest", path: "/phone" }),
    origin,
    addressHint: "Ask for a link.",
    nameDevice: (userAgent) => `Device ${userAgent}`,
    maxPayloadBytes: 1000,
    onConnect: (socket, { name }) => socket.send(name),
  };
  const server = await startTestServer({ guests: page });
  return {
    ...server,
    page,
    async invite() {
      const { token } = page.access.invite();
      const headers = { "user-agent": "X" };
      const reply = await server.get(`/phone?token=${token}`, { headers });
      return reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    },
  };
}

it("exchanges a token once for a cookie that is valid only for the path of the page", async () => {
  const server = await startGuestServer();
  const { token } = server.page.access.invite();
  const reply = await server.get(`/phone?token=${token}`);
  expect(reply).toMatchObject({ status: 303, headers: { location: "/phone" } });
  expect(reply.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^guest_[0-9a-f]{8}=[\w-]{43}; Path=\/phone; HttpOnly; SameSite=Strict$/),
  ]);
  const again = await server.get(`/phone?token=${token}`);
  expect(again.status).toBe(403);
  expect(again.text).toContain("already used");
});

it("serves the guest page to guests, and nothing else", async () => {
  const server = await startGuestServer();
  const cookie = await server.invite();
  const read = async (path: string) => (await server.get(path, { headers: { cookie } })).status;
  expect(await read("/phone")).toBe(200);
  expect(await read("/phone/assets/index.js")).toBe(200);
  expect(await read("/phone/../secret.txt")).toBe(403);
  expect(await read("/phone/%2e%2e/secret.txt")).toBe(403);
  expect(await read("/phone/assets/missing.js")).toBe(404);
  for (const path of ["/", "/assets/index.js", "/api/config", "/phones"])
    expect(await read(path)).toBe(403);
  expect(await closeOf(server.open({ cookie }))).toBe("4401 not_admitted");
});

it("does not admit a browser with the cookie of the main page, or without a cookie", async () => {
  const server = await startGuestServer();
  for (const cookie of ["", await server.signIn()]) {
    const reply = await server.get("/phone", { headers: { cookie } });
    expect(reply.status).toBe(403);
    expect(reply.text).toContain("Ask for a link.");
    expect(await closeOf(server.open({ cookie }, "/phone/socket"))).toBe("4401 not_admitted");
  }
});

it("connects a guest by its cookie, until it is removed", async () => {
  const server = await startGuestServer();
  const cookie = await server.invite();
  const socket = server.open({ cookie }, "/phone/socket");
  expect(String((await once(socket, "message"))[0])).toBe("Device X");
  const [guest] = server.page.access.list();
  server.page.access.remove(guest?.id ?? "");
  expect(await closeOf(server.open({ cookie }, "/phone/socket"))).toBe("4401 not_admitted");
  expect((await server.get("/phone", { headers: { cookie } })).status).toBe(403);
});

it("refuses WebSockets of other pages, and at other paths", async () => {
  const server = await startGuestServer();
  const cookie = await server.invite();
  const refused = async (headers: Record<string, string>, path = "/phone/socket") =>
    (await refusalOf(server.open({ cookie, ...headers }, path))).status;
  expect(await refused({ origin: "http://evil.example" })).toBe(403);
  expect(await refused({ origin: "" })).toBe(403);
  expect(await refused({ host: "evil.example" })).toBe(403);
  expect(await refused({}, "/phone/other")).toBe(404);
});

describe("a token", () => {
  it("is refused after it has expired", () => {
    vi.useFakeTimers();
    const access = createGuestAccess({ name: "guest", path: "/phone", tokenMs: 1000 });
    const { token, expiresAt } = access.invite();
    expect(expiresAt).toBe(Date.now() + 1000);
    vi.advanceTimersByTime(1000);
    expect(access.exchange(token, "Phone", false)).toEqual({ refusal: "invalid_token" });
    vi.useRealTimers();
  });

  it("is replaced by the next one", () => {
    const access = createGuestAccess({ name: "guest", path: "/phone" });
    const first = access.invite();
    const second = access.invite();
    expect(access.exchange(first.token, "Phone", false)).toEqual({ refusal: "invalid_token" });
    expect(access.exchange(second.token, "Phone", false)).toHaveProperty("cookie");
    expect(access.list().map(({ name }: Guest) => name)).toEqual(["Phone"]);
  });

  it("is not used up by a link preview, nor at another path", async () => {
    const server = await startGuestServer();
    const { token } = server.page.access.invite();
    expect((await server.get(`/phone?token=${token}`, { method: "HEAD" })).status).toBe(403);
    expect((await server.get(`/phone/x?token=${token}`)).status).toBe(403);
    expect((await server.get(`/phone?token=${token}`)).status).toBe(303);
  });
});

it("refuses the 21st guest until another one is removed, and keeps the others", async () => {
  const server = await startGuestServer();
  const { access } = server.page;
  const cookies: string[] = [];
  while (cookies.length < 20) cookies.push(await server.invite());
  const { token } = access.invite();
  const open = () => server.get(`/phone?token=${token}`);
  const refused = await open();
  expect(refused.status).toBe(403);
  expect(refused.headers["set-cookie"]).toBeUndefined();
  expect(refused.text).toContain("20 devices");
  for (const cookie of cookies)
    expect((await server.get("/phone", { headers: { cookie } })).status).toBe(200);
  access.remove(access.list()[7]?.id ?? "");
  expect((await open()).status).toBe(303);
  expect(access.list()).toHaveLength(20);
  expect((await open()).text).toContain("already used");
});

describe("the origin of a proxy", () => {
  it("is accepted for the guest page, with a cookie for HTTPS only", async () => {
    const server = await startGuestServer(PROXY);
    const host = new URL(PROXY).host;
    const { token } = server.page.access.invite();
    const reply = await server.get(`/phone?token=${token}`, { headers: { host, origin: PROXY } });
    expect(reply.status).toBe(303);
    expect(reply.headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
    expect(reply.headers["content-security-policy"]).toContain(`wss://${host}`);
    const cookie = reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const socket = server.open({ cookie, host, origin: PROXY }, "/phone/socket");
    await once(socket, "message");
  });

  it("is refused for everything else, and with another origin", async () => {
    const server = await startGuestServer(PROXY);
    const host = new URL(PROXY).host;
    const cookie = await server.signIn();
    expect((await server.get("/", { headers: { host, cookie } })).status).toBe(403);
    const guest = await server.invite();
    const headers = { host, cookie: guest, origin: "https://evil.example" };
    expect((await server.get("/phone", { headers })).status).toBe(403);
    expect((await refusalOf(server.open({ host, cookie }))).status).toBe(403);
  });

  it("is refused if the user has not named it", async () => {
    const server = await startGuestServer();
    const headers = { host: new URL(PROXY).host };
    expect((await server.get("/phone", { headers })).status).toBe(403);
  });
});
