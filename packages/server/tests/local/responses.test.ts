import { expect, it } from "vitest";
import { sendJson } from "../../src/local/index.js";
import { startTestServer } from "./support/server.js";

it("sets the security headers on every response", async () => {
  const server = await startTestServer({
    answerApi: (_request, response) => sendJson(response, {}),
  });
  const { search } = new URL(server.address);
  const replies = [await server.get("/"), await server.get("/", { headers: { host: "evil" } })];
  replies.push(await server.get(`/${search}`));
  const headers = { cookie: await server.signIn(server.nextAddresses[0]) };
  for (const path of ["/", "/assets/index.js", "/api/config", "/nothing", "http://["])
    replies.push(await server.get(path, { headers }));
  replies.push(await server.get("/", { headers, method: "POST" }));
  expect(replies.map(({ status }) => status)).toEqual([
    403, 403, 303, 200, 200, 200, 404, 400, 405,
  ]);
  for (const reply of replies) {
    expect(reply.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
    });
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    expect(String(reply.headers["content-security-policy"]).split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `connect-src 'self' ws://127.0.0.1:${server.port}`,
    ]);
  }
});

it("allows WebSockets to the host name in use", async () => {
  const server = await startTestServer();
  const host = `localhost:${server.port}`;
  const { headers } = await server.get("/", { headers: { host } });
  expect(headers["content-security-policy"]).toContain(`connect-src 'self' ws://${host}`);
});

it("lets no cache keep an address, a cookie or an answer", async () => {
  const server = await startTestServer({
    answerApi: (_request, response) => sendJson(response, {}),
  });
  const { search } = new URL(server.address);
  const replies = [await server.get("/"), await server.get(`/${search}`)];
  const headers = { cookie: await server.signIn(server.nextAddresses[0]) };
  replies.push(await server.get("/api/config", { headers }));
  for (const reply of replies) expect(reply.headers["cache-control"]).toBe("no-store");
});

it("escapes the text of a notice", async () => {
  const server = await startTestServer({ addressHint: `<b>"Tom" & 'Jerry'</b>` });
  const { text } = await server.get("/");
  expect(text).toContain("&#60;b&#62;&#34;Tom&#34; &#38; &#39;Jerry&#39;&#60;/b&#62;");
  expect(text).not.toContain("<b>");
});
