import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { refusalOf, startTestServer, type TestServer } from "./support/server.js";

async function signedIn(): Promise<{ server: TestServer; cookie: string }> {
  const server = await startTestServer({ answerApi: (_request, response) => response.end("{}") });
  return { server, cookie: await server.signIn() };
}

describe("checkHost", () => {
  it("refuses a Host header that names another host or port (DNS rebinding)", async () => {
    const { server, cookie } = await signedIn();
    const { port, address } = server;
    const foreign = ["evil.example", `evil.example:${port}`, "127.0.0.1:1", "127.0.0.1"];
    for (const host of [...foreign, `[::1]:${port}`, `127.0.0.1.evil.example:${port}`]) {
      for (const path of ["/", "/assets/index.js", "/api/config"])
        expect((await server.get(path, { headers: { cookie, host } })).status).toBe(403);
      const { search } = new URL(address);
      expect((await server.get(`/${search}`, { headers: { host } })).status).toBe(403);
      const origin = `http://${host}`;
      expect((await refusalOf(server.open({ cookie, host, origin }))).status).toBe(403);
    }
  });

  it("accepts localhost", async () => {
    const { server, cookie } = await signedIn();
    const host = `localhost:${server.port}`;
    expect((await server.get("/", { headers: { cookie, host } })).status).toBe(200);
    const origin = `http://${host}`;
    await once(server.open({ cookie, host, origin }), "open");
  });
});

describe("checkOrigin", () => {
  it("refuses a request from a page of another origin", async () => {
    const { server, cookie } = await signedIn();
    const { origin, port } = server;
    for (const foreign of ["http://evil.example", "http://127.0.0.1:1", "null", ""])
      for (const path of ["/", "/assets/index.js", "/api/config"])
        expect((await server.get(path, { headers: { cookie, origin: foreign } })).status).toBe(403);
    const https = `https://127.0.0.1:${port}`;
    expect((await server.get("/", { headers: { cookie, origin: https } })).status).toBe(403);
    expect((await server.get("/", { headers: { cookie, origin } })).status).toBe(200);
  });

  it("refuses a WebSocket with a foreign Origin or without one", async () => {
    const { server, cookie } = await signedIn();
    for (const origin of ["http://evil.example", "http://127.0.0.1:1", "null", ""])
      expect((await refusalOf(server.open({ cookie, origin }))).status).toBe(403);
    const reply = await server.get("/echo", {
      headers: {
        cookie,
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-key": Buffer.alloc(16).toString("base64"),
        "sec-websocket-version": "13",
      },
    });
    expect(reply).toMatchObject({ status: 403, text: expect.stringContaining("needs an Origin") });
  });
});

describe("checkFetchSite", () => {
  it.each(["cross-site", "same-site"])("refuses a %s request", async (site) => {
    const { server, cookie } = await signedIn();
    const headers = { cookie, "sec-fetch-site": site };
    for (const path of ["/", "/assets/index.js", "/api/config"])
      expect((await server.get(path, { headers })).status).toBe(403);
  });

  it.each(["same-origin", "none"])("accepts a request with Sec-Fetch-Site: %s", async (site) => {
    const { server, cookie } = await signedIn();
    const headers = { cookie, "sec-fetch-site": site };
    for (const path of ["/", "/assets/index.js", "/api/config"])
      expect((await server.get(path, { headers })).status).toBe(200);
  });

  it("accepts a link on another site only if it leads to the page itself", async () => {
    const { server, cookie } = await signedIn();
    const link = {
      cookie,
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect((await server.get("/", { headers: link })).status).toBe(200);
    expect((await server.get("/api/config", { headers: link })).status).toBe(403);
    const frame = { ...link, "sec-fetch-dest": "iframe" };
    expect((await server.get("/", { headers: frame })).status).toBe(403);
  });
});
